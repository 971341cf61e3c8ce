import { applications, protocols } from '@claviger/contract/apps/applications'
import { bind } from '#http/bind.ts'
import { createApplication, removeOne, removeThose, switchThose, updateOne } from './applications.save.ts'
import { assign, getAssignment } from './assignment.ts'
import { getApplication, getOfProtocol, listApplications, listNames, listOfProtocol } from './application-queries.ts'
import { previewClaims } from './claims-preview.ts'
import { endFormerSecret, renewSecret } from './application-secrets.ts'

const { oidc, saml } = protocols

export default bind(applications, {
  list: listApplications,
  names: listNames,
  setActive: switchThose(null),
  removeMany: removeThose(null),
  get: getApplication,
  assignment: getAssignment,
  assign,
  newSecret: renewSecret,
  endFormer: endFormerSecret,
  preview: previewClaims,
  samlList: listOfProtocol(saml),
  samlCreate: createApplication,
  samlPut: updateOne,
  samlRemoveMany: removeThose(saml),
  samlActive: switchThose(saml),
  samlGet: getOfProtocol(saml),
  samlPostOne: updateOne,
  samlUpdate: updateOne,
  samlRemove: removeOne(saml),
  oidcList: listOfProtocol(oidc),
  oidcCreate: createApplication,
  oidcPut: updateOne,
  oidcRemoveMany: removeThose(oidc),
  oidcActive: switchThose(oidc),
  oidcGet: getOfProtocol(oidc),
  oidcPostOne: updateOne,
  oidcUpdate: updateOne,
  oidcRemove: removeOne(oidc),
  proxyCreate: createApplication,
  proxyUpdate: updateOne,
  bookmarkCreate: createApplication,
  bookmarkUpdate: updateOne,
})
