import { messages } from './messages.ts'
import { type RefusalWording, refusals } from './text-declarations.ts'
import { approvalsRefusals } from '../access/approvals.messages.ts'
import { authenticationProfilesRefusals } from '../access/authentication-profiles.messages.ts'
import { delegationsRefusals } from '../access/delegations.messages.ts'
import { externalSignInRefusals } from '../access/external-sign-in.messages.ts'
import { selfServiceRefusals } from '../access/self-service.messages.ts'
import { selfServicePagesRefusals } from '../access/self-service-settings/self-service-pages.messages.ts'
import { signInRefusals } from '../access/sign-in.messages.ts'
import { workspacesRefusals } from '../tenancy/workspaces.messages.ts'
import { secondPersonRefusals } from '../tenancy/second-person.messages.ts'
import { supportAccessRefusals } from '../access/support-access.messages.ts'
import { workspaceDeletionRefusals } from '../access/workspace-deletion.messages.ts'
import { applicationsRefusals } from '../apps/applications.messages.ts'
import { workflowsRefusals } from '../automation/workflows.messages.ts'
import { apiApplicationsRefusals } from '../connect/api-applications.messages.ts'
import { identityChecksRefusals } from '../access/identity-checks.messages.ts'
import { identityProvidersRefusals } from '../connect/identity-providers.messages.ts'
import { billsRefusals } from '../billing/bills.messages.ts'
import { licensesRefusals } from '../billing/licenses.messages.ts'
import { plansRefusals } from '../billing/plans.messages.ts'
import { pricesRefusals } from '../billing/prices.messages.ts'
import { promoCodesRefusals } from '../billing/promo-codes.messages.ts'
import { usageRefusals } from '../billing/usage.messages.ts'
import { individualRefusals } from '../access/individual.messages.ts'
import { connectionsRefusals } from '../directories/connections.messages.ts'
import { entraRefusals } from '../directories/entra.messages.ts'
import { ldapRefusals } from '../directories/ldap.messages.ts'
import { linksRefusals } from '../directories/links.messages.ts'
import { onBehalfRefusals } from '../directories/on-behalf.messages.ts'
import { provisioningRefusals } from '../directories/provisioning.messages.ts'
import { scimRefusals } from '../directories/scim.messages.ts'
import { syncsRefusals } from '../directories/syncs.messages.ts'
import { accessKeysRefusals } from '../keys/access-keys.messages.ts'
import { agentsRefusals } from '../keys/agents.messages.ts'
import { cardImportRefusals } from '../keys/card-import.messages.ts'
import { credentialsRefusals } from '../keys/credentials.messages.ts'
import { deviceGroupsRefusals } from '../keys/device-groups.messages.ts'
import { fingerprintsRefusals } from '../keys/fingerprints.messages.ts'
import { keyModelsRefusals } from '../keys/key-models.messages.ts'
import { securityKeysRefusals } from '../keys/security-keys.messages.ts'
import { sharingRefusals } from '../keys/sharing.messages.ts'
import { storedPasswordsRefusals } from '../keys/stored-passwords.messages.ts'
import { tokenPoliciesRefusals } from '../keys/token-policies.messages.ts'
import { attendanceRefusals } from '../oversight/attendance.messages.ts'
import { logStreamsRefusals } from '../oversight/log-streams.messages.ts'
import { lookUpsRefusals } from '../governance/look-ups.messages.ts'
import { baselinesRefusals } from '../governance/baselines.messages.ts'
import { partnersRefusals } from '../governance/partners.messages.ts'
import { dependentsRefusals } from '../people/dependents.messages.ts'
import { groupsRefusals } from '../people/groups.messages.ts'
import { savedViewsRefusals } from '../people/saved-views.messages.ts'
import { unitsRefusals } from '../people/units.messages.ts'
import { usersRefusals } from '../people/users.messages.ts'
import { namedListsRefusals } from '../rules/named-lists.messages.ts'
import { policiesRefusals } from '../rules/policies.messages.ts'
import { samlRefusals } from '../sso/saml.messages.ts'
import { cardsRefusals } from '../billing/cards.messages.ts'
import { supportRefusals } from '../billing/support.messages.ts'
import { marketplaceRefusals } from '../billing/marketplace.messages.ts'
import { announcementsRefusals } from '../tenancy/announcements.messages.ts'
import { paymentsRefusals } from '../billing/payments.messages.ts'
import { administratorsRefusals } from '../tenancy/administrators.messages.ts'
import { privateTargetsRefusals } from '../tenancy/private-targets.messages.ts'
import { trustDomainsRefusals } from '../tenancy/trust-domains.messages.ts'
import { workspaceGovernanceRefusals } from '../tenancy/workspaces.governance.messages.ts'
import { strengthsRefusals } from '../decide/strengths.messages.ts'

const shared = refusals({
  'invalid-input': { status: 422, says: 'Some fields need your attention' },
  'broken-body': { status: 400, says: 'The request body is not valid JSON' },
  'unreadable-text': { status: 400, says: 'The request has a NUL character or a broken text encoding' },
  'too-deep': { status: 400, says: 'The request body is nested deeper than 64 levels' },
  'too-large': { status: 413, says: 'The request is too large' },
  'wrong-media-type': { status: 415, says: 'Send the body as JSON' },
  'not-signed-in': { status: 401, says: 'Sign in to continue' },
  'session-ended': { status: 401, says: 'Your session ended. Sign in again' },
  'not-permitted': { status: 403, says: "Your role doesn't allow this" },
  'acts-for-all': {
    status: 403,
    says: 'This would allow sign-ins under different rules. Ask an administrator with full permissions',
  },
  'above-you': {
    status: 403,
    says: 'This user has a higher role than you. Ask an administrator with a higher role to do this',
  },
  'personal-workspace': { status: 403, says: messages['personal-workspace'] },
  'workspace-disabled': { status: 403, says: 'This workspace is disabled. Contact its owner' },
  'not-found': { status: 404, says: 'Not found' },
  'too-many': {
    status: 429,
    says: 'Too many attempts. Wait a moment, then try again',
    constraint: 'attendance_kiosks_paused',
  },
  unexpected: { status: 500, says: messages['generic.unexpected'] },
  'api-key-refused': { status: 401, says: "This API key isn't valid" },
  'api-key-expired': { status: 401, says: 'This API key has expired' },
  'api-key-address': { status: 403, says: "This API key can't be used from this IP address" },
  'api-key-orphaned': {
    status: 401,
    says: 'The administrator responsible for this API key no longer has the permissions it needs. An owner can take over the key',
  },
  maintenance: { status: 503, says: 'Claviger is in maintenance. You can look, but not change anything right now' },
  'not-ready': { status: 503, says: 'The service is busy. Try again in a moment' },
  'challenge-refused': { status: 401, says: 'This attempt has expired or was already used. Start again' },
  'code-refused': { status: 401, says: messages['invalid.code'] },
  'code-spent': { status: 401, says: 'This code has expired or was entered wrong too often. Request a new one' },
  'code-too-soon': { status: 429, says: 'A code was just sent. Wait before you request another one' },
  'directory-refused': {
    status: 502,
    says: 'The directory refused this. The connection might lack a permission there',
  },
  'not-connected': { status: 409, says: 'No directory of this kind is connected' },
  'directory-away': { status: 502, says: "The directory didn't respond. Try again in a moment" },
  'push-refused': {
    status: 422,
    says: "This browser can't receive notifications because we can't reach its push service",
  },
  'no-phone': { status: 409, says: 'None of your security keys is a phone that can approve sign-ins' },
  'refresh-refused': { status: 401, says: 'Your session ended. Sign in again' },
  'verify-first': { status: 401, says: 'Confirm with your passkey first' },
  'link-spent': {
    status: 401,
    says: 'This link has expired or was already used. Ask for a new one',
    constraint: 'workspaces_one_installation',
  },
  'password-refused': { status: 401, says: 'The password is wrong' },
  'business-email': { status: 422, says: messages['invalid.business-email'] },
  'robot-check': { status: 422, says: messages['robot-check'] },
  'agreement-needed': { status: 422, says: messages['required.agreement'] },
  'ask-owner': {
    status: 409,
    says: 'Addresses at this domain belong to an organization that already uses Claviger. Ask the owner of its workspace to add you',
  },
  'wrong-step': { status: 409, says: 'Finish the previous step first' },
  'invalid-phone': { status: 422, says: messages['invalid.phone'] },
  'image-too-large': { status: 422, says: messages['image.too-large'] },
  'image-type': { status: 422, says: messages['image.type'] },
  'workspace-url-taken': {
    status: 409,
    says: 'This workspace address is already in use',
    constraint: 'workspaces_slug',
  },
  'imported-read-only': { status: 409, says: messages['imported.read-only'] },
  'cloud-refuses': { status: 409, says: 'The directory refused to answer' },
  'cloud-away': { status: 503, says: "The directory isn't responding. Try again later" },
  'not-here': { status: 409, says: "This isn't possible in this workspace" },
  'change-refused': { status: 409, says: "This change isn't possible in the current status" },
  'undo-refused': { status: 409, says: 'This can no longer be undone' },
  'changed-meanwhile': { status: 409, says: 'Someone else changed this in the meantime' },
  'file-format': { status: 422, says: messages['file.format'] },
  'file-encoding': {
    status: 422,
    says: 'This file is not in UTF-8. It can be read as Windows-1252, which older spreadsheets write. Check the names in the preview',
  },
  'policy-refused': { status: 403, says: "Your organization's policy doesn't allow this" },
  'proof-needed': {
    status: 403,
    says: 'There were too many attempts. Your browser must solve a short challenge first',
  },
  'secret-needed': {
    status: 422,
    says: "A secret saved for one URL can't be sent to another. Enter the secret again with the new URL",
  },
  'limits-exceeded': { status: 402, says: messages['limits.exceeded'], constraint: 'license_pools_limit' },
})

const catalogue = {
  ...shared,
  ...approvalsRefusals,
  ...authenticationProfilesRefusals,
  ...delegationsRefusals,
  ...externalSignInRefusals,
  ...selfServiceRefusals,
  ...selfServicePagesRefusals,
  ...signInRefusals,
  ...workspaceDeletionRefusals,
  ...workspaceGovernanceRefusals,
  ...workspacesRefusals,
  ...secondPersonRefusals,
  ...supportAccessRefusals,
  ...announcementsRefusals,
  ...partnersRefusals,
  ...baselinesRefusals,
  ...lookUpsRefusals,
  ...applicationsRefusals,
  ...workflowsRefusals,
  ...apiApplicationsRefusals,
  ...identityChecksRefusals,
  ...identityProvidersRefusals,
  ...billsRefusals,
  ...licensesRefusals,
  ...plansRefusals,
  ...pricesRefusals,
  ...promoCodesRefusals,
  ...usageRefusals,
  ...individualRefusals,
  ...connectionsRefusals,
  ...entraRefusals,
  ...ldapRefusals,
  ...linksRefusals,
  ...onBehalfRefusals,
  ...provisioningRefusals,
  ...scimRefusals,
  ...syncsRefusals,
  ...accessKeysRefusals,
  ...agentsRefusals,
  ...cardImportRefusals,
  ...credentialsRefusals,
  ...deviceGroupsRefusals,
  ...fingerprintsRefusals,
  ...keyModelsRefusals,
  ...securityKeysRefusals,
  ...sharingRefusals,
  ...storedPasswordsRefusals,
  ...tokenPoliciesRefusals,
  ...attendanceRefusals,
  ...logStreamsRefusals,
  ...dependentsRefusals,
  ...groupsRefusals,
  ...savedViewsRefusals,
  ...unitsRefusals,
  ...usersRefusals,
  ...namedListsRefusals,
  ...strengthsRefusals,
  ...policiesRefusals,
  ...samlRefusals,
  ...cardsRefusals,
  ...supportRefusals,
  ...marketplaceRefusals,
  ...paymentsRefusals,
  ...administratorsRefusals,
  ...privateTargetsRefusals,
  ...trustDomainsRefusals,
}

export type ProblemCode = keyof typeof catalogue
export const problems: Readonly<Record<ProblemCode, RefusalWording>> = catalogue
