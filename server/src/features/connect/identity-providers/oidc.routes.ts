import { protocols } from '@claviger/contract/connect/identity-providers'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { bind, withoutTransaction } from '#http/bind.ts'
import { createOidc, removeMany, removeProvider, switchMany, updateOidc } from './identity-providers.save.ts'
import { getOidc, listProviders, offeredAt } from './identity-providers.ts'

const { oidc } = protocols

export default bind(oidcProviders, {
  list: listProviders(oidc),
  create: withoutTransaction(createOidc),
  put: withoutTransaction(updateOidc),
  removeMany: removeMany(oidc),
  active: switchMany(oidc),
  offered: offeredAt(oidc),
  get: getOidc,
  postOne: withoutTransaction(updateOidc),
  update: withoutTransaction(updateOidc),
  remove: removeProvider(oidc),
})
