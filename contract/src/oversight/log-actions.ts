import { accountLog } from '../access/account.words.ts'
import { externalSignInLog } from '../access/external-sign-in.words.ts'
import { approvalsLog } from '../access/approvals.words.ts'
import { authenticationProfilesLog } from '../access/authentication-profiles.words.ts'
import { delegationsLog } from '../access/delegations.words.ts'
import { selfServiceLog } from '../access/self-service.words.ts'
import { selfServicePagesLog } from '../access/self-service-settings/self-service-pages.words.ts'
import { sessionsLog } from '../access/sessions.words.ts'
import { signInLog } from '../access/sign-in.words.ts'
import { workspaceDeletionLog } from '../access/workspace-deletion.words.ts'
import { apiApplicationsLog } from '../connect/api-applications.words.ts'
import { apiKeysLog } from '../connect/api-keys.words.ts'
import { identityProvidersLog } from '../connect/identity-providers.words.ts'
import { accessKeysLog } from '../keys/access-keys.words.ts'
import { agentsLog } from '../keys/agents.words.ts'
import { cardImportLog } from '../keys/card-import.words.ts'
import { computersLog } from '../keys/computers.words.ts'
import { credentialsLog } from '../keys/credentials.words.ts'
import { deviceGroupsLog } from '../keys/device-groups.words.ts'
import { devicesLog } from '../keys/devices.words.ts'
import { fingerprintsLog } from '../keys/fingerprints.words.ts'
import { keyModelsLog } from '../keys/key-models.words.ts'
import { readerSettingsLog } from '../keys/reader-settings.words.ts'
import { securityKeysLog } from '../keys/security-keys.words.ts'
import { sharingLog } from '../keys/sharing.words.ts'
import { storedPasswordsLog } from '../keys/stored-passwords.words.ts'
import { tokenPoliciesLog } from '../keys/token-policies.words.ts'
import { activityLog } from './activity.words.ts'
import { logStreamsLog } from './log-streams.words.ts'
import { addressesLog } from '../people/addresses.words.ts'
import { applicationsLog } from '../apps/applications.words.ts'
import { bulkRunsLog } from '../people/bulk-runs.words.ts'
import { groupsLog } from '../people/groups.words.ts'
import { savedViewsLog } from '../people/saved-views.words.ts'
import { unitsLog } from '../people/units.words.ts'
import { userImportLog } from '../people/user-import.words.ts'
import { usersLog } from '../people/users.words.ts'
import { provisioningLog } from '../directories/provisioning.words.ts'
import { namedListsLog } from '../rules/named-lists.words.ts'
import { policiesLog } from '../rules/policies.words.ts'
import { admissionLog } from '../sso/admission.words.ts'
import { oidcLog } from '../sso/oidc.words.ts'
import { administratorsLog } from '../tenancy/administrators.words.ts'
import { samlLog } from '../sso/saml.words.ts'
import { secondFactorLog } from '../sso/second-factor.words.ts'
import { ldapLog } from '../directories/ldap.words.ts'
import { linksLog } from '../directories/links.words.ts'
import { syncsLog } from '../directories/syncs.words.ts'
import { onBehalfLog } from '../directories/on-behalf.words.ts'
import { connectionsLog } from '../directories/connections.words.ts'
import { entraLog } from '../directories/entra.words.ts'
import { scimLog } from '../directories/scim.words.ts'
import { privateTargetsLog } from '../tenancy/private-targets.words.ts'
import { trustDomainsLog } from '../tenancy/trust-domains.words.ts'
import { workflowsLog } from '../automation/workflows.words.ts'
import { workspacesLog } from '../tenancy/workspaces.words.ts'
import { runsLog } from '../work/runs.words.ts'
import type { LogWording } from '../platform/words.ts'

const all = {
  ...accountLog,
  ...workflowsLog,
  ...externalSignInLog,
  ...approvalsLog,
  ...authenticationProfilesLog,
  ...delegationsLog,
  ...selfServiceLog,
  ...selfServicePagesLog,
  ...sessionsLog,
  ...admissionLog,
  ...oidcLog,
  ...signInLog,
  ...workspaceDeletionLog,
  ...apiApplicationsLog,
  ...apiKeysLog,
  ...applicationsLog,
  ...identityProvidersLog,
  ...accessKeysLog,
  ...agentsLog,
  ...cardImportLog,
  ...computersLog,
  ...credentialsLog,
  ...deviceGroupsLog,
  ...devicesLog,
  ...fingerprintsLog,
  ...keyModelsLog,
  ...readerSettingsLog,
  ...securityKeysLog,
  ...sharingLog,
  ...storedPasswordsLog,
  ...tokenPoliciesLog,
  ...activityLog,
  ...logStreamsLog,
  ...addressesLog,
  ...bulkRunsLog,
  ...groupsLog,
  ...savedViewsLog,
  ...unitsLog,
  ...userImportLog,
  ...usersLog,
  ...namedListsLog,
  ...provisioningLog,
  ...samlLog,
  ...secondFactorLog,
  ...policiesLog,
  ...administratorsLog,
  ...privateTargetsLog,
  ...trustDomainsLog,
  ...workspacesLog,
  ...runsLog,
  ...connectionsLog,
  ...entraLog,
  ...ldapLog,
  ...scimLog,
  ...linksLog,
  ...syncsLog,
  ...onBehalfLog,
}

export type ActivityAction = keyof typeof all

export const logActions: Readonly<Record<ActivityAction, LogWording>> = all
export const activityActions = Object.keys(all) as [ActivityAction, ...ActivityAction[]]
