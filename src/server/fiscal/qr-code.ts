// What the QR code of an NFC-e says: the state's query page with the key, version 3 (NT 2025.001), which needs no shared secret.

/** Query pages of the states that run their own; the others answer at the virtual authority of Rio Grande do Sul. */
const PAGES: Record<string, { qr: string; query: string }> = {
  SP: { qr: 'https://www.nfce.fazenda.sp.gov.br/qrcode', query: 'https://www.nfce.fazenda.sp.gov.br/consulta' },
  PR: { qr: 'http://www.fazenda.pr.gov.br/nfce/qrcode', query: 'http://www.fazenda.pr.gov.br/nfce/consulta' },
  MG: {
    qr: 'https://portalsped.fazenda.mg.gov.br/portalnfce/sistema/qrcode.xhtml',
    query: 'https://portalsped.fazenda.mg.gov.br/portalnfce',
  },
  RS: { qr: 'https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx', query: 'https://www.sefaz.rs.gov.br/nfce/consulta' },
}
const SHARED = { qr: 'https://dfe-portal.svrs.rs.gov.br/Dfe/QrCodeNFce', query: 'https://dfe-portal.svrs.rs.gov.br/Nfce/Consulta' }

const pageOf = (state: string) => PAGES[state] ?? SHARED

export const consumerQrCode = (state: string, key: string, environment: '1' | '2'): string =>
  `${pageOf(state).qr}?p=${key}|3|${environment}`

export const consumerQueryAddress = (state: string): string => pageOf(state).query
