import { licenses } from '@claviger/contract/billing/licenses'
import { bind } from '#http/bind.ts'
import { buyLicenses, readLicenses, limitKeys } from './licenses.ts'

export default bind(licenses, { get: readLicenses, limit: limitKeys, buy: buyLicenses })
