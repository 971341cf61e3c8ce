import { entra } from '@claviger/contract/directories/entra'
import { bind } from '#http/bind.ts'
import { entraGroups, entraUsers } from './entra-choices.ts'
import { handleConsentRedirect, connectTenant } from './consent.ts'
import { checkTenant, createEntra, getEntra, listTenants, updateEntra } from './entra.ts'

export default bind(entra, {
  tenants: listTenants,
  connect: connectTenant,
  arrive: handleConsentRedirect,
  check: checkTenant,
  groups: entraGroups,
  users: entraUsers,
  create: createEntra,
  get: getEntra,
  update: updateEntra,
})
