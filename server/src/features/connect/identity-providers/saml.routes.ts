import { protocols } from '@claviger/contract/connect/identity-providers'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { bind, withoutTransaction } from '#http/bind.ts'
import { createSaml, removeMany, removeOne, switchMany, updateSaml } from './identity-providers.save.ts'
import { getSaml, listProviders, offeredAt } from './identity-providers.ts'
import { announceKey, cancelKey, changeKey } from './identity-providers.keys.ts'
import { dropMetadata, takeMetadata } from './identity-providers.metadata.ts'
import { ownMetadata } from './own-metadata.ts'

const { saml } = protocols

export default bind(samlProviders, {
  list: listProviders(saml),
  create: withoutTransaction(createSaml),
  put: withoutTransaction(updateSaml),
  removeMany: removeMany(saml),
  active: switchMany(saml),
  offered: offeredAt(saml),
  get: getSaml,
  postOne: withoutTransaction(updateSaml),
  update: withoutTransaction(updateSaml),
  remove: removeOne(saml),
  takeMetadata,
  dropMetadata,
  announceKey: withoutTransaction(announceKey),
  changeKey,
  cancelKey,
  metadata: ownMetadata,
})
