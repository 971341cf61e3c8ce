import { licenses } from '@claviger/contract/billing/licenses'
import { bind } from '#http/bind.ts'
import { buyLicenses, licensesHere, limitKeys } from './licenses.ts'

export default bind(licenses, { get: licensesHere, limit: limitKeys, buy: buyLicenses })
