// What the QR code of an NFC-e says: the state's query page with the key, version 3 (NT 2025.001), which needs no shared secret.
// Source of the pages: the states' own, as the national portal of NFC-e lists them (nfce.encat.org), as of 2026. Another address is a rejection (395, 878).

interface Pages {
  /** Opens by the code. */
  qr: string
  /** Where the consumer types the key. */
  query: string
}

/** Production, and the test environment where it has pages of its own. */
const PAGES: Record<string, Pages & { test?: Partial<Pages> }> = {
  AC: {
    qr: 'http://www.sefaznet.ac.gov.br/nfce/qrcode',
    query: 'www.sefaznet.ac.gov.br/nfce/consulta',
    test: { qr: 'http://www.hml.sefaznet.ac.gov.br/nfce/qrcode' },
  },
  AL: { qr: 'http://nfce.sefaz.al.gov.br/QRCode/consultarNFCe.jsp', query: 'www.sefaz.al.gov.br/nfce/consulta' },
  AM: {
    qr: 'https://sistemas.sefaz.am.gov.br/nfceweb/consultarNFCe.jsp',
    query: 'www.sefaz.am.gov.br/nfce/consulta',
    test: { qr: 'https://sistemas.sefaz.am.gov.br/nfceweb-hom/consultarNFCe.jsp' },
  },
  AP: {
    qr: 'https://www.sefaz.ap.gov.br/nfce/nfcep.php',
    query: 'www.sefaz.ap.gov.br/nfce/consulta',
    test: { qr: 'https://www.sefaz.ap.gov.br/nfcehml/nfce.php' },
  },
  BA: {
    qr: 'http://nfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx',
    query: 'http://www.sefaz.ba.gov.br/nfce/consulta',
    test: { qr: 'http://hnfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx', query: 'http://hinternet.sefaz.ba.gov.br/nfce/consulta' },
  },
  CE: {
    qr: 'http://nfce.sefaz.ce.gov.br/pages/ShowNFCe.html',
    query: 'www.sefaz.ce.gov.br/nfce/consulta',
    test: { qr: 'http://nfceh.sefaz.ce.gov.br/pages/ShowNFCe.html' },
  },
  DF: { qr: 'http://www.fazenda.df.gov.br/nfce/qrcode', query: 'www.fazenda.df.gov.br/nfce/consulta' },
  ES: {
    qr: 'http://app.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx',
    query: 'www.sefaz.es.gov.br/nfce/consulta',
    test: { qr: 'http://homologacao.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx' },
  },
  GO: {
    qr: 'https://nfeweb.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe',
    query: 'www.sefaz.go.gov.br/nfce/consulta',
    test: { qr: 'https://nfewebhomolog.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe' },
  },
  MA: {
    qr: 'http://www.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp',
    query: 'www.sefaz.ma.gov.br/nfce/consulta',
    test: { qr: 'http://www.hom.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp' },
  },
  MG: {
    qr: 'https://portalsped.fazenda.mg.gov.br/portalnfce/sistema/qrcode.xhtml',
    query: 'https://portalsped.fazenda.mg.gov.br/portalnfce',
    test: { query: 'https://hportalsped.fazenda.mg.gov.br/portalnfce' },
  },
  MS: { qr: 'http://www.dfe.ms.gov.br/nfce/qrcode', query: 'http://www.dfe.ms.gov.br/nfce/consulta' },
  MT: {
    qr: 'http://www.sefaz.mt.gov.br/nfce/consultanfce',
    query: 'http://www.sefaz.mt.gov.br/nfce/consultanfce',
    test: {
      qr: 'http://homologacao.sefaz.mt.gov.br/nfce/consultanfce',
      query: 'http://homologacao.sefaz.mt.gov.br/nfce/consultanfce',
    },
  },
  PA: {
    qr: 'https://appnfc.sefa.pa.gov.br/portal/view/consultas/nfce/nfceForm.seam',
    query: 'www.sefa.pa.gov.br/nfce/consulta',
    test: { qr: 'https://appnfc.sefa.pa.gov.br/portal-homologacao/view/consultas/nfce/nfceForm.seam' },
  },
  PB: {
    qr: 'http://www.sefaz.pb.gov.br/nfce',
    query: 'www.sefaz.pb.gov.br/nfce/consulta',
    test: { qr: 'http://www.sefaz.pb.gov.br/nfcehom' },
  },
  PE: {
    qr: 'http://nfce.sefaz.pe.gov.br/nfce/consulta',
    query: 'nfce.sefaz.pe.gov.br/nfce/consulta',
    test: { qr: 'http://nfcehomolog.sefaz.pe.gov.br/nfce/consulta' },
  },
  PI: { qr: 'http://www.sefaz.pi.gov.br/nfce/qrcode', query: 'www.sefaz.pi.gov.br/nfce/consulta' },
  PR: { qr: 'http://www.fazenda.pr.gov.br/nfce/qrcode', query: 'http://www.fazenda.pr.gov.br/nfce/consulta' },
  RJ: {
    qr: 'https://consultadfe.fazenda.rj.gov.br/consultaNFCe/QRCode',
    query: 'www.fazenda.rj.gov.br/nfce/consulta',
    test: { qr: 'http://www4.fazenda.rj.gov.br/consultaNFCe/QRCode' },
  },
  RN: {
    qr: 'http://nfce.set.rn.gov.br/consultarNFCe.aspx',
    query: 'www.set.rn.gov.br/nfce/consulta',
    test: { qr: 'http://hom.nfce.set.rn.gov.br/consultarNFCe.aspx' },
  },
  RO: { qr: 'http://www.nfce.sefin.ro.gov.br/consultanfce/consulta.jsp', query: 'www.sefin.ro.gov.br/nfce/consulta' },
  RR: {
    qr: 'https://www.sefaz.rr.gov.br/servlet/qrcode',
    query: 'www.sefaz.rr.gov.br/nfce/consulta',
    test: { qr: 'http://200.174.88.103:8080/nfce/servlet/qrcode' },
  },
  RS: { qr: 'https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx', query: 'www.sefaz.rs.gov.br/nfce/consulta' },
  SC: {
    qr: 'https://sat.sef.sc.gov.br/nfce/consulta',
    query: 'https://sat.sef.sc.gov.br/nfce/consulta',
    test: { qr: 'https://hom.sat.sef.sc.gov.br/nfce/consulta', query: 'https://hom.sat.sef.sc.gov.br/nfce/consulta' },
  },
  SE: {
    qr: 'http://www.nfce.se.gov.br/nfce/qrcode',
    query: 'http://www.nfce.se.gov.br/nfce/consulta',
    test: { qr: 'http://www.hom.nfe.se.gov.br/nfce/qrcode', query: 'http://www.hom.nfe.se.gov.br/nfce/consulta' },
  },
  SP: {
    qr: 'https://www.nfce.fazenda.sp.gov.br/qrcode',
    query: 'https://www.nfce.fazenda.sp.gov.br/consulta',
    test: { qr: 'https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode', query: 'https://www.homologacao.nfce.fazenda.sp.gov.br/consulta' },
  },
  TO: {
    qr: 'http://www.sefaz.to.gov.br/nfce/qrcode',
    query: 'www.sefaz.to.gov.br/nfce/consulta',
    test: { qr: 'http://homologacao.sefaz.to.gov.br/nfce/qrcode', query: 'http://homologacao.sefaz.to.gov.br/nfce/consulta.jsf' },
  },
}

function pagesOf(state: string, environment: '1' | '2'): Pages {
  const pages = PAGES[state]
  if (!pages) throw new RangeError(`no NFC-e in the state ${state}`)
  return environment === '2' ? { ...pages, ...pages.test } : pages
}

export const consumerQrCode = (state: string, key: string, environment: '1' | '2'): string =>
  `${pagesOf(state, environment).qr}?p=${key}|3|${environment}`

export const consumerQueryAddress = (state: string, environment: '1' | '2'): string => pagesOf(state, environment).query
