// What every test of the client has: patience for a machine whose other core is busy too.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 5000 })
