import { accountLog } from '../access/account.messages.ts'
import { externalSignInLog } from '../access/external-sign-in.messages.ts'
import { approvalsLog } from '../access/approvals.messages.ts'
import { authenticationProfilesLog } from '../access/authentication-profiles.messages.ts'
import { delegationsLog } from '../access/delegations.messages.ts'
import { selfServiceLog } from '../access/self-service.messages.ts'
import { selfServicePagesLog } from '../access/self-service-settings/self-service-pages.messages.ts'
import { sessionsLog } from '../access/sessions.messages.ts'
import { signInLog } from '../access/sign-in.messages.ts'
import { secondPersonLog } from '../tenancy/second-person.messages.ts'
import { supportAccessLog } from '../access/support-access.messages.ts'
import { workspaceDeletionLog } from '../access/workspace-deletion.messages.ts'
import { apiApplicationsLog } from '../connect/api-applications.messages.ts'
import { apiKeysLog } from '../connect/api-keys.messages.ts'
import { identityChecksLog } from '../access/identity-checks.messages.ts'
import { identityProvidersLog } from '../connect/identity-providers.messages.ts'
import { billsLog } from '../billing/bills.messages.ts'
import { licensesLog } from '../billing/licenses.messages.ts'
import { plansLog } from '../billing/plans.messages.ts'
import { pricesLog } from '../billing/prices.messages.ts'
import { promoCodesLog } from '../billing/promo-codes.messages.ts'
import { individualLog } from '../access/individual.messages.ts'
import { accessKeysLog } from '../keys/access-keys.messages.ts'
import { agentsLog } from '../keys/agents.messages.ts'
import { cardImportLog } from '../keys/card-import.messages.ts'
import { computersLog } from '../keys/computers.messages.ts'
import { credentialsLog } from '../keys/credentials.messages.ts'
import { deviceGroupsLog } from '../keys/device-groups.messages.ts'
import { devicesLog } from '../keys/devices.messages.ts'
import { fingerprintsLog } from '../keys/fingerprints.messages.ts'
import { keyModelsLog } from '../keys/key-models.messages.ts'
import { readerSettingsLog } from '../keys/reader-settings.messages.ts'
import { securityKeysLog } from '../keys/security-keys.messages.ts'
import { sharingLog } from '../keys/sharing.messages.ts'
import { storedPasswordsLog } from '../keys/stored-passwords.messages.ts'
import { tokenPoliciesLog } from '../keys/token-policies.messages.ts'
import { activityLog } from './activity.messages.ts'
import { attendanceLog } from './attendance.messages.ts'
import { logStreamsLog } from './log-streams.messages.ts'
import { installationLog } from '../governance/installation.messages.ts'
import { lookUpsLog } from '../governance/look-ups.messages.ts'
import { baselinesLog } from '../governance/baselines.messages.ts'
import { brandingLog } from '../governance/branding.messages.ts'
import { partnersLog } from '../governance/partners.messages.ts'
import { addressesLog } from '../people/addresses.messages.ts'
import { applicationsLog } from '../apps/applications.messages.ts'
import { bulkRunsLog } from '../people/bulk-runs.messages.ts'
import { groupsLog } from '../people/groups.messages.ts'
import { savedViewsLog } from '../people/saved-views.messages.ts'
import { unitsLog } from '../people/units.messages.ts'
import { userImportLog } from '../people/user-import.messages.ts'
import { usersLog } from '../people/users.messages.ts'
import { provisioningLog } from '../directories/provisioning.messages.ts'
import { namedListsLog } from '../rules/named-lists.messages.ts'
import { policiesLog } from '../rules/policies.messages.ts'
import { admissionLog } from '../sso/admission.messages.ts'
import { oidcLog } from '../sso/oidc.messages.ts'
import { announcementsLog } from '../tenancy/announcements.messages.ts'
import { administratorsLog } from '../tenancy/administrators.messages.ts'
import { samlLog } from '../sso/saml.messages.ts'
import { secondFactorLog } from '../sso/second-factor.messages.ts'
import { ldapLog } from '../directories/ldap.messages.ts'
import { linksLog } from '../directories/links.messages.ts'
import { syncsLog } from '../directories/syncs.messages.ts'
import { onBehalfLog } from '../directories/on-behalf.messages.ts'
import { connectionsLog } from '../directories/connections.messages.ts'
import { entraLog } from '../directories/entra.messages.ts'
import { scimLog } from '../directories/scim.messages.ts'
import { cardsLog } from '../billing/cards.messages.ts'
import { supportLog } from '../billing/support.messages.ts'
import { marketplaceLog } from '../billing/marketplace.messages.ts'
import { paymentsLog } from '../billing/payments.messages.ts'
import { privateTargetsLog } from '../tenancy/private-targets.messages.ts'
import { trustDomainsLog } from '../tenancy/trust-domains.messages.ts'
import { workflowsLog } from '../automation/workflows.messages.ts'
import { workspaceGovernanceLog } from '../tenancy/workspaces.governance.messages.ts'
import { workspacesLog } from '../tenancy/workspaces.messages.ts'
import { runsLog } from '../work/runs.messages.ts'
import type { LogWording } from '../platform/text-declarations.ts'
import { strengthsLog } from '../decide/strengths.messages.ts'

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
  ...identityChecksLog,
  ...identityProvidersLog,
  ...billsLog,
  ...licensesLog,
  ...plansLog,
  ...pricesLog,
  ...promoCodesLog,
  ...individualLog,
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
  ...attendanceLog,
  ...logStreamsLog,
  ...addressesLog,
  ...bulkRunsLog,
  ...groupsLog,
  ...savedViewsLog,
  ...unitsLog,
  ...userImportLog,
  ...usersLog,
  ...namedListsLog,
  ...strengthsLog,
  ...provisioningLog,
  ...samlLog,
  ...secondFactorLog,
  ...policiesLog,
  ...administratorsLog,
  ...cardsLog,
  ...supportLog,
  ...marketplaceLog,
  ...paymentsLog,
  ...privateTargetsLog,
  ...trustDomainsLog,
  ...workspacesLog,
  ...workspaceGovernanceLog,
  ...partnersLog,
  ...brandingLog,
  ...baselinesLog,
  ...announcementsLog,
  ...secondPersonLog,
  ...supportAccessLog,
  ...lookUpsLog,
  ...installationLog,
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
