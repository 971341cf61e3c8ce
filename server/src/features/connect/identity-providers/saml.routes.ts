import { protocols } from '@claviger/contract/connect/identity-providers'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { bind, withoutTransaction } from '#http/bind.ts'
import { createSaml, removeMany, removeProvider, switchMany, updateSaml } from './identity-providers.save.ts'
import { getSaml, listProviders, offeredAt } from './identity-providers.ts'
import { announceProviderKey, cancelProviderKey, changeProviderKey } from './identity-providers.keys.ts'
import { dropProviderMetadata, acceptProviderMetadata } from './identity-providers.metadata.ts'
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
  remove: removeProvider(saml),
  takeMetadata: acceptProviderMetadata,
  dropMetadata: dropProviderMetadata,
  announceKey: withoutTransaction(announceProviderKey),
  changeKey: changeProviderKey,
  cancelKey: cancelProviderKey,
  metadata: ownMetadata,
})
