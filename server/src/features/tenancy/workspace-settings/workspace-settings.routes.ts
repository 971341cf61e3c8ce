import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { bind } from '#http/bind.ts'
import { details, settingsPart } from './details.ts'
import { update, updateExtras, updateWorkspace } from './workspace-update.ts'
import {
  changeIdentityProvider,
  changePinPolicy,
  changeCardSignIn,
  changePhoneCodes,
  changeProximity,
  changeSecurityKeySetting,
  changeUserPermission,
} from './workspace-settings.ts'

export default bind(workspaceSettings, {
  details,
  update,
  part: settingsPart,
  updatePart: update,
  updateExtras,
  updateWorkspace,
  pinPolicy: changePinPolicy,
  userPermission: changeUserPermission,
  securityKeySetting: changeSecurityKeySetting,
  cardSignIn: changeCardSignIn,
  phoneCodes: changePhoneCodes,
  proximity: changeProximity,
  identityProvider: changeIdentityProvider,
})
