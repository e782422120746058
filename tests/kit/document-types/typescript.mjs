// The TypeScript that builds syntax trees, as version 7, which checks this repository, does not.
import common from '@ts-morph/common'

export default common.ts
