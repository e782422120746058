// What a person calls a file that a program named by the key of its note.
import { readAccessKey, readNfseKey } from './access-key.ts'

const NAME = /^([0-9A-Z]{50}|[0-9A-Z]{44})(.*?)(\.[a-z0-9]{1,5})?$/i

/** '3526…55…1955….xml' is 'NF-e 1955, série 1.xml'; any other name stays. */
export function fileTitle(name: string): string {
  const [, key = '', rest = '', extension = ''] = NAME.exec(name) ?? []
  const goods = readAccessKey(key)
  if (goods) return `${goods.model === '65' ? 'NFC-e' : 'NF-e'} ${goods.number}, série ${goods.series}${rest}${extension}`
  const service = readNfseKey(key)
  return service ? `NFS-e ${service.number}${rest}${extension}` : name
}
