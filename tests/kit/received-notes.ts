// Notes and events as their layouts write them, signed by whoever a test says.

import { createPrivateKey } from 'node:crypto'
import { buildAccessKey, buildNfseKey } from '#domain/fiscal/access-key.ts'
import type { TestAuthority } from '#server/adapters/test-authority.ts'
import { type Signer, signXml } from '#server/fiscal/sign.ts'
import { openPfx } from '#server/parsers/open-pfx.ts'
import type { TestServer } from './server.ts'

export const SUPPLIER = '11222333000181'
export const BUYER = '11444777000161'
const NFE = 'http://www.portalfiscal.inf.br/nfe'
const NFSE = 'http://www.sped.fazenda.gov.br/nfse'
const ABRASF = 'http://www.abrasf.org.br/nfse.xsd'
export const CITY = '3550308'

/** The supplier's own certificate, valid when its notes were issued. */
export function signerUnder(authority: TestAuthority): Signer {
  const valid = { valid_from: new Date('2026-01-01'), valid_to: new Date('2027-01-01') }
  const opened = openPfx(authority.issue({ document_number: SUPPLIER, name: 'FORNECEDORA', password: 'x', ...valid }), 'x')
  if ('refused' in opened) throw new Error(opened.refused)
  return { key: createPrivateKey(opened.private_key), certificate: opened.chain[0] ?? '' }
}

/** Under the authority that this server trusts. */
export function supplierSigner(app: TestServer): Signer {
  const authority = app.services.trust.testAuthority
  if (!authority) throw new Error('this server trusts no test authority')
  return signerUnder(authority())
}

interface Goods {
  number?: number
  model?: '55' | '65'
  buyer?: string | null
  supplier?: string
  amount?: string
  environment?: '1' | '2'
  /** Of the access key, when it is not the note's own. */
  key?: string
}

export const nfeKey = ({ number = 4321, model = '55', supplier = SUPPLIER }: Goods = {}): string =>
  buildAccessKey({
    uf: '35',
    year_month: '2603',
    document: supplier,
    model,
    series: 1,
    number,
    emission_type: '1',
    code: '12345678',
  })

export function nfeXml({
  number = 4321,
  model = '55',
  buyer = BUYER,
  supplier = SUPPLIER,
  amount = '150.00',
  environment = '1',
  key,
}: Goods = {}) {
  const dest =
    buyer === null
      ? ''
      : `<dest><${buyer.length === 14 ? 'CNPJ' : 'CPF'}>${buyer}</${buyer.length === 14 ? 'CNPJ' : 'CPF'}><xNome>Compradora Ltda</xNome></dest>`
  return (
    `<NFe xmlns="${NFE}"><infNFe versao="4.00" Id="NFe${key ?? nfeKey({ number, model, supplier })}"><ide><cUF>35</cUF><cNF>12345678</cNF><natOp>Venda</natOp>` +
    `<mod>${model}</mod><serie>1</serie><nNF>${number}</nNF><dhEmi>2026-03-11T09:00:00-03:00</dhEmi><tpNF>1</tpNF><tpAmb>${environment}</tpAmb><finNFe>1</finNFe><indPres>9</indPres></ide>` +
    `<emit><CNPJ>${supplier}</CNPJ><xNome>Fornecedora &amp; Filhos Ltda</xNome><enderEmit><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF><CEP>01310100</CEP></enderEmit><IE>110042490114</IE></emit>${dest}` +
    `<det nItem="1"><prod><cProd>1</cProd><cEAN>SEM GTIN</cEAN><xProd>Papel A4</xProd><NCM>48202000</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>10.0000</qCom><vUnCom>15.00</vUnCom><vProd>${amount}</vProd></prod><imposto><ICMS><ICMS00><orig>0</orig><vBC>0.00</vBC><vICMS>0.00</vICMS></ICMS00></ICMS></imposto></det>` +
    `<total><ICMSTot><vProd>${amount}</vProd><vNF>${amount}</vNF></ICMSTot></total><transp><modFrete>9</modFrete></transp>` +
    `<cobr><dup><nDup>001</nDup><dVenc>2026-04-10</dVenc><vDup>${amount}</vDup></dup></cobr><pag><detPag><tPag>15</tPag><vPag>${amount}</vPag></detPag></pag></infNFe></NFe>`
  )
}

const digestOf = (signed: string): string => /<DigestValue>([^<]+)/.exec(signed)?.[1] ?? ''
const bare = (xml: string): string => xml.replace(/^<\?xml[^>]*\?>/, '')

/** The note its issuer signed, with the protocol of its authorisation. */
export function nfeProc(signer: Signer, goods: Goods & { status?: string; protocol?: boolean; beside?: string } = {}): string {
  const signed = signXml(nfeXml(goods), 'infNFe', signer, 'sha1')
  const key = goods.key ?? nfeKey(goods)
  const protocol = `<protNFe versao="4.00"><infProt><tpAmb>1</tpAmb><chNFe>${key}</chNFe><dhRecbto>2026-03-11T09:00:05-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>${digestOf(signed)}</digVal><cStat>${goods.status ?? '100'}</cStat><xMotivo>x</xMotivo></infProt></protNFe>`
  return `<?xml version="1.0" encoding="UTF-8"?><nfeProc versao="4.00" xmlns="${NFE}">${bare(signed)}${goods.protocol === false ? '' : protocol}${goods.beside ?? ''}</nfeProc>`
}

/** What comes before the note; `state` 1 is authorised, 2 denied, 3 cancelled. */
export const resNFe = (number: number, amount = '150.00', state = '1') =>
  `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${nfeKey({ number })}</chNFe><CNPJ>${SUPPLIER}</CNPJ><xNome>Fornecedora Ltda</xNome><IE>0000000000000</IE><dhEmi>2026-03-11T09:00:00-03:00</dhEmi><tpNF>1</tpNF><vNF>${amount}</vNF><digVal>zHNc9jjSx2W4QjHLgVwGcgmHVLA=</digVal><dhRecbto>2026-03-11T09:00:05-03:00</dhRecbto><nProt>135260000000001</nProt><cSitNFe>${state}</cSitNFe></resNFe>`

/** 110111 cancels; 110112 cancels for another note. */
export function nfeCancel(
  signer: Signer,
  key: string,
  { type = '110111', status = '135', author = SUPPLIER, reference = '' } = {},
): string {
  const detail = reference === '' ? '' : `<chNFeRef>${reference}</chNFeRef>`
  const event = `<evento xmlns="${NFE}" versao="1.00"><infEvento Id="ID${type}${key}01"><cOrgao>35</cOrgao><tpAmb>1</tpAmb><CNPJ>${author}</CNPJ><chNFe>${key}</chNFe><dhEvento>2026-03-11T10:00:00-03:00</dhEvento><tpEvento>${type}</tpEvento><nSeqEvento>1</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt><xJust>Pedido em duplicidade</xJust>${detail}</detEvento></infEvento></evento>`
  const answer = `<retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><cStat>${status}</cStat><chNFe>${key}</chNFe><tpEvento>${type}</tpEvento><dhRegEvento>2026-03-11T10:00:05-03:00</dhRegEvento><nProt>135260000000002</nProt></infEvento></retEvento>`
  return `<procEventoNFe xmlns="${NFE}" versao="1.00">${bare(signXml(event, 'infEvento', signer, 'sha1'))}${answer}</procEventoNFe>`
}

interface Said {
  type?: string
  sequence?: number
  status?: string
}

/** What the receiver said of a note, as the distribution brings it: 210200 confirms, 210210 takes notice, 210220 and 210240 refuse. */
export const nfeManifestation = (author: string, key: string, { type = '210210', sequence = 1, status = '135' }: Said = {}): string =>
  `<procEventoNFe xmlns="${NFE}" versao="1.00"><evento versao="1.00"><infEvento Id="ID${type}${key}0${sequence}"><cOrgao>91</cOrgao><tpAmb>1</tpAmb><CNPJ>${author}</CNPJ><chNFe>${key}</chNFe><dhEvento>2026-03-11T11:30:00-03:00</dhEvento><tpEvento>${type}</tpEvento><nSeqEvento>${sequence}</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>x</descEvento><xJust>Mercadoria devolvida na entrega</xJust></detEvento></infEvento></evento><retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><cOrgao>91</cOrgao><cStat>${status}</cStat><xMotivo>x</xMotivo><chNFe>${key}</chNFe><tpEvento>${type}</tpEvento><nSeqEvento>${sequence}</nSeqEvento><dhRegEvento>2026-03-11T11:31:00-03:00</dhRegEvento><nProt>891260000000001</nProt></infEvento></retEvento></procEventoNFe>`

export const resManifestation = (author: string, key: string, type = '210210'): string =>
  `<resEvento xmlns="${NFE}" versao="1.01"><cOrgao>91</cOrgao><CNPJ>${author}</CNPJ><chNFe>${key}</chNFe><dhEvento>2026-03-11T11:30:00-03:00</dhEvento><tpEvento>${type}</tpEvento><nSeqEvento>1</nSeqEvento><xEvento>x</xEvento><dhRecbto>2026-03-11T11:31:00-03:00</dhRecbto><nProt>891260000000002</nProt></resEvento>`

interface Letter {
  sequence?: number
  text?: string
  status?: string
  /** What stands in its place after it was signed. */
  tampered?: string
}

/** A correction letter: each says all that is corrected. */
export function nfeLetter(
  signer: Signer,
  key: string,
  { sequence = 1, text = 'O CFOP correto do item 1 é 5405', status = '135', tampered }: Letter = {},
): string {
  const event = `<evento xmlns="${NFE}" versao="1.00"><infEvento Id="ID110110${key}${String(sequence).padStart(2, '0')}"><cOrgao>35</cOrgao><tpAmb>1</tpAmb><CNPJ>${SUPPLIER}</CNPJ><chNFe>${key}</chNFe><dhEvento>2026-03-11T11:00:00-03:00</dhEvento><tpEvento>110110</tpEvento><nSeqEvento>${sequence}</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>Carta de Correcao</descEvento><xCorrecao>${text}</xCorrecao><xCondUso>x</xCondUso></detEvento></infEvento></evento>`
  const answer = `<retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><cStat>${status}</cStat><chNFe>${key}</chNFe><tpEvento>110110</tpEvento><dhRegEvento>2026-03-11T11:00:05-03:00</dhRegEvento><nProt>135260000000003</nProt></infEvento></retEvento>`
  const signed = bare(signXml(event, 'infEvento', signer, 'sha1')).replace(text, tampered ?? text)
  return `<procEventoNFe xmlns="${NFE}" versao="1.00">${signed}${answer}</procEventoNFe>`
}

interface Service {
  number?: number
  buyer?: string | null
  amount?: string
  replaces?: string
}

export const nfseKey = (number = 77): string =>
  buildNfseKey({ city: CITY, environment: '2', document: SUPPLIER, number, year_month: '2603', code: '123456789' })

export function nfseXml({ number = 77, buyer = BUYER, amount = '1000.00', replaces }: Service = {}): string {
  const toma = buyer === null ? '' : `<toma><CNPJ>${buyer}</CNPJ><xNome>Compradora Ltda</xNome></toma>`
  const subst = replaces === undefined ? '' : `<subst><chSubstda>${replaces}</chSubstda><cMotivo>01</cMotivo></subst>`
  return (
    `<NFSe versao="1.01" xmlns="${NFSE}"><infNFSe Id="NFS${nfseKey(number)}"><xLocEmi>São Paulo</xLocEmi><nNFSe>${number}</nNFSe><cLocIncid>${CITY}</cLocIncid><ambGer>2</ambGer><cStat>100</cStat><dhProc>2026-03-11T09:51:59-03:00</dhProc><nDFSe>9</nDFSe>` +
    `<emit><CNPJ>${SUPPLIER}</CNPJ><xNome>Consultoria Exemplo Ltda</xNome><enderNac><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro><cMun>${CITY}</cMun><UF>SP</UF><CEP>01310100</CEP></enderNac></emit><valores><vBC>${amount}</vBC><pAliqAplic>5.00</pAliqAplic><vISSQN>50.00</vISSQN><vTotalRet>15.00</vTotalRet><vLiq>985.00</vLiq></valores>` +
    `<DPS versao="1.01"><infDPS Id="DPS355030821122233300018100900000000000000003"><tpAmb>1</tpAmb><dhEmi>2026-03-11T09:51:58-03:00</dhEmi><serie>900</serie><nDPS>3</nDPS><dCompet>2026-03-01</dCompet><tpEmit>1</tpEmit><cLocEmi>${CITY}</cLocEmi>${subst}<prest><CNPJ>${SUPPLIER}</CNPJ></prest>${toma}` +
    `<serv><locPrest><cLocPrestacao>${CITY}</cLocPrestacao></locPrest><cServ><cTribNac>010601</cTribNac><xDescServ>Consultoria em informática</xDescServ></cServ></serv><valores><vServPrest><vServ>${amount}</vServ></vServPrest><trib><tribMun><tribISSQN>1</tribISSQN><tpRetISSQN>1</tpRetISSQN></tribMun><tribFed><vRetIRRF>15.00</vRetIRRF></tribFed></trib></valores></infDPS></DPS></infNFSe></NFSe>`
  )
}

export const nfse = (signer: Signer, service: Service = {}): string => signXml(nfseXml(service), 'infNFSe', signer, 'sha256')

/** e101101 cancels; e105102 cancels for another note. */
export function nfseEvent(signer: Signer, key: string, replaced_by?: string): string {
  const detail =
    replaced_by === undefined
      ? '<e101101><xDesc>Cancelamento de NFS-e</xDesc><cMotivo>1</cMotivo><xMotivo>Serviço não prestado</xMotivo></e101101>'
      : `<e105102><xDesc>Cancelamento de NFS-e por Substituicao</xDesc><cMotivo>01</cMotivo><chSubstituta>${replaced_by}</chSubstituta></e105102>`
  const xml = `<evento versao="1.01" xmlns="${NFSE}"><infEvento Id="EVT${key}101101001"><ambGer>2</ambGer><nSeqEvento>1</nSeqEvento><dhProc>2026-03-11T08:00:00-03:00</dhProc><nDFe>1</nDFe><pedRegEvento versao="1.01"><infPedReg Id="PRE${key}101101"><tpAmb>1</tpAmb><dhEvento>2026-03-11T07:59:00-03:00</dhEvento><CNPJAutor>${SUPPLIER}</CNPJAutor><chNFSe>${key}</chNFSe>${detail}</infPedReg></pedRegEvento></infEvento></evento>`
  return signXml(xml, 'infEvento', signer, 'sha256')
}

export function abrasfXml({ number = 55, buyer = BUYER, amount = '800.00' }: Service = {}): string {
  const tomador =
    buyer === null
      ? ''
      : `<TomadorServico><IdentificacaoTomador><CpfCnpj><Cnpj>${buyer}</Cnpj></CpfCnpj></IdentificacaoTomador><RazaoSocial>Compradora Ltda</RazaoSocial></TomadorServico>`
  return (
    `<Nfse versao="2.04" xmlns="${ABRASF}"><InfNfse Id="nfse${number}"><Numero>${number}</Numero><CodigoVerificacao>ABCD-1234</CodigoVerificacao><DataEmissao>2026-03-11T10:00:00</DataEmissao><ValoresNfse><BaseCalculo>${amount}</BaseCalculo><Aliquota>5.00</Aliquota><ValorIss>40.00</ValorIss><ValorLiquidoNfse>${amount}</ValorLiquidoNfse></ValoresNfse>` +
    `<PrestadorServico><RazaoSocial>Serviços Exemplo Ltda</RazaoSocial><Endereco><Endereco>Rua B</Endereco><Numero>2</Numero><Bairro>Centro</Bairro><CodigoMunicipio>${CITY}</CodigoMunicipio><Uf>SP</Uf><Cep>01310100</Cep></Endereco></PrestadorServico><OrgaoGerador><CodigoMunicipio>${CITY}</CodigoMunicipio><Uf>SP</Uf></OrgaoGerador>` +
    `<DeclaracaoPrestacaoServico><InfDeclaracaoPrestacaoServico Id="rps${number}"><Competencia>2026-03-01</Competencia><Servico><Valores><ValorServicos>${amount}</ValorServicos><ValorIss>40.00</ValorIss><Aliquota>5.00</Aliquota></Valores><IssRetido>2</IssRetido><ItemListaServico>17.01</ItemListaServico><Discriminacao>Assessoria mensal</Discriminacao><CodigoMunicipio>${CITY}</CodigoMunicipio></Servico><Prestador><CpfCnpj><Cnpj>${SUPPLIER}</Cnpj></CpfCnpj></Prestador>${tomador}</InfDeclaracaoPrestacaoServico></DeclaracaoPrestacaoServico></InfNfse></Nfse>`
  )
}

/** A city's note in its envelope, with what stands beside it: a cancel, a substitution. */
export const abrasf = (signer: Signer, service: Service = {}, beside = ''): string =>
  `<CompNfse xmlns="${ABRASF}">${bare(signXml(abrasfXml(service), 'InfNfse', signer, 'sha1'))}${beside}</CompNfse>`

export const abrasfCancelXml = (number = 55): string =>
  `<NfseCancelamento versao="2.04" xmlns="${ABRASF}"><Confirmacao Id="cancel${number}"><Pedido><InfPedidoCancelamento Id="ped${number}"><IdentificacaoNfse><Numero>${number}</Numero><CpfCnpj><Cnpj>${SUPPLIER}</Cnpj></CpfCnpj><CodigoMunicipio>${CITY}</CodigoMunicipio></IdentificacaoNfse><CodigoCancelamento>1</CodigoCancelamento></InfPedidoCancelamento></Pedido><DataHora>2026-03-12T10:00:00</DataHora></Confirmacao></NfseCancelamento>`

export const abrasfCancel = (signer: Signer, number = 55): string => signXml(abrasfCancelXml(number), 'Confirmacao', signer, 'sha1')
