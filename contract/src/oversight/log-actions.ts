import { accountLog } from '../access/account.log.ts'
import { externalSignInLog } from '../access/external-sign-in.log.ts'
import { approvalsLog } from '../access/approvals.log.ts'
import { authenticationProfilesLog } from '../access/authentication-profiles.log.ts'
import { delegationsLog } from '../access/delegations.log.ts'
import { selfServiceLog } from '../access/self-service.log.ts'
import { selfServicePagesLog } from '../access/self-service-settings/self-service-pages.log.ts'
import { sessionsLog } from '../access/sessions.log.ts'
import { signInLog } from '../access/sign-in.log.ts'
import { workspaceDeletionLog } from '../access/workspace-deletion.log.ts'
import { apiApplicationsLog } from '../connect/api-applications.log.ts'
import { apiKeysLog } from '../connect/api-keys.log.ts'
import { identityProvidersLog } from '../connect/identity-providers.log.ts'
import { accessKeysLog } from '../keys/access-keys.log.ts'
import { agentsLog } from '../keys/agents.log.ts'
import { cardImportLog } from '../keys/card-import.log.ts'
import { computersLog } from '../keys/computers.log.ts'
import { credentialsLog } from '../keys/credentials.log.ts'
import { deviceGroupsLog } from '../keys/device-groups.log.ts'
import { devicesLog } from '../keys/devices.log.ts'
import { fingerprintsLog } from '../keys/fingerprints.log.ts'
import { keyModelsLog } from '../keys/key-models.log.ts'
import { readerSettingsLog } from '../keys/reader-settings.log.ts'
import { securityKeysLog } from '../keys/security-keys.log.ts'
import { sharingLog } from '../keys/sharing.log.ts'
import { storedPasswordsLog } from '../keys/stored-passwords.log.ts'
import { tokenPoliciesLog } from '../keys/token-policies.log.ts'
import { activityLog } from './activity.log.ts'
import { logStreamsLog } from './log-streams.log.ts'
import { addressesLog } from '../people/addresses.log.ts'
import { applicationsLog } from '../apps/applications.log.ts'
import { bulkRunsLog } from '../people/bulk-runs.log.ts'
import { groupsLog } from '../people/groups.log.ts'
import { savedViewsLog } from '../people/saved-views.log.ts'
import { unitsLog } from '../people/units.log.ts'
import { userImportLog } from '../people/user-import.log.ts'
import { usersLog } from '../people/users.log.ts'
import { provisioningLog } from '../directories/provisioning.log.ts'
import { namedListsLog } from '../rules/named-lists.log.ts'
import { policiesLog } from '../rules/policies.log.ts'
import { admissionLog } from '../sso/admission.log.ts'
import { oidcLog } from '../sso/oidc.log.ts'
import { administratorsLog } from '../tenancy/administrators.log.ts'
import { samlLog } from '../sso/saml.log.ts'
import { ldapLog } from '../directories/ldap.log.ts'
import { linksLog } from '../directories/links.log.ts'
import { syncsLog } from '../directories/syncs.log.ts'
import { onBehalfLog } from '../directories/on-behalf.log.ts'
import { connectionsLog } from '../directories/connections.log.ts'
import { entraLog } from '../directories/entra.log.ts'
import { scimLog } from '../directories/scim.log.ts'
import { trustDomainsLog } from '../tenancy/trust-domains.log.ts'
import { workflowsLog } from '../automation/workflows.log.ts'
import { workspacesLog } from '../tenancy/workspaces.log.ts'
import { runsLog } from '../work/runs.log.ts'
import type { Logged } from '../ground/log.ts'

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
  ...policiesLog,
  ...administratorsLog,
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

/** What may stand in the log. */
export type ActivityAction = keyof typeof all

/** How each action reads, and whether it is a use. */
export const logActions: Readonly<Record<ActivityAction, Logged>> = all
export const activityActions = Object.keys(all) as [ActivityAction, ...ActivityAction[]]
