import { partners } from '@claviger/contract/governance/partners'
import { bind } from '#http/bind.ts'
import {
  approve,
  changeLicense,
  createPartner,
  licenseRequests,
  licensesOfPartner,
  listPartners,
  oneLicense,
  reject,
} from './partners.ts'

export default bind(partners, {
  list: listPartners,
  create: createPartner,
  licensesOf: licensesOfPartner,
  requests: licenseRequests,
  license: oneLicense,
  approve,
  change: changeLicense,
  reject,
})
