// Which picker stands for which source of a field; each is loaded with the first form that has it.
import { lazy } from 'react'

const goods = () => import('#client/features/goods/pickers.tsx')

export const pickers = {
  ncm: lazy(() => goods().then(module => ({ default: module.NcmField }))),
  cfop: lazy(() => goods().then(module => ({ default: module.CfopField }))),
  municipal_service: lazy(() => goods().then(module => ({ default: module.MunicipalServiceField }))),
}
