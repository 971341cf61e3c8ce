import workflows from './features/automation/workflows/workflows.routes.ts'
import account from './features/access/account/account.routes.ts'
import approvals from './features/access/approvals/approvals.routes.ts'
import authenticationProfiles from './features/access/authentication-profiles/authentication-profiles.routes.ts'
import externalSignIn from './features/access/external-sign-in/external-sign-in.routes.ts'
import delegations from './features/access/delegations/delegations.routes.ts'
import registration from './features/access/registration/registration.routes.ts'
import selfServiceHelpdesk from './features/access/self-service-settings/helpdesk.routes.ts'
import selfServiceOfWorkspaces from './features/access/self-service-settings/of-workspaces.routes.ts'
import selfServicePages from './features/access/self-service-settings/self-service-settings.routes.ts'
import selfService from './features/access/self-service/self-service.routes.ts'
import sessions from './features/access/sessions/sessions.routes.ts'
import signIn from './features/access/sign-in/sign-in.routes.ts'
import workspaceDeletion from './features/access/workspace-deletion/workspace-deletion.routes.ts'
import apiApplications from './features/connect/api-applications/api-applications.routes.ts'
import oktaApplications from './features/connect/api-applications/okta-applications.routes.ts'
import apiKeys from './features/connect/api-keys/api-keys.routes.ts'
import oidcProviders from './features/connect/identity-providers/oidc.routes.ts'
import samlProviders from './features/connect/identity-providers/saml.routes.ts'
import connections from './features/directories/connections/connections.routes.ts'
import entra from './features/directories/entra/entra.routes.ts'
import okta from './features/directories/okta/okta.routes.ts'
import ldap from './features/directories/ldap/ldap.routes.ts'
import scim from './features/directories/scim/scim.routes.ts'
import links from './features/directories/links/links.routes.ts'
import syncs from './features/directories/syncs/syncs.routes.ts'
import cloudDevices from './features/directories/cloud-devices/cloud-devices.routes.ts'
import onBehalf from './features/directories/on-behalf/on-behalf.routes.ts'
import onBehalfRuns from './features/directories/on-behalf/runs.routes.ts'
import why from './features/decide/why/why.routes.ts'
import accessKeys from './features/keys/access-keys/access-keys.routes.ts'
import cardImport from './features/keys/card-import/card-import.routes.ts'
import credentials from './features/keys/credentials/credentials.routes.ts'
import storedPasswords from './features/keys/stored-passwords/stored-passwords.routes.ts'
import tokenPolicies from './features/keys/token-policies/token-policies.routes.ts'
import applications from './features/apps/applications/applications.routes.ts'
import attempts from './features/apps/attempts/attempts.routes.ts'
import catalogue from './features/apps/catalogue/catalogue.routes.ts'
import pictures from './features/apps/pictures/pictures.routes.ts'
import agents from './features/keys/agents/agents.routes.ts'
import computers from './features/keys/computers/computers.routes.ts'
import devices from './features/keys/devices/devices.routes.ts'
import deviceGroups from './features/keys/device-groups/device-groups.routes.ts'
import fingerReaders from './features/keys/finger-readers/finger-readers.routes.ts'
import fingerprints from './features/keys/fingerprints/fingerprints.routes.ts'
import keyActs from './features/keys/key-acts/key-acts.routes.ts'
import keyAssignment from './features/keys/key-assignment/key-assignment.routes.ts'
import waitingKeys from './features/keys/waiting-keys/waiting-keys.routes.ts'
import keyActivation from './features/keys/key-activation/key-activation.routes.ts'
import push from './features/keys/push/push.routes.ts'
import readerSettings from './features/keys/reader-settings/reader-settings.routes.ts'
import keyModels from './features/keys/key-models/key-models.routes.ts'
import securityKeys from './features/keys/security-keys/security-keys.routes.ts'
import sharing from './features/keys/sharing/sharing.routes.ts'
import activity from './features/oversight/activity/activity.routes.ts'
import logStreams from './features/oversight/log-streams/log-streams.routes.ts'
import downloads from './features/oversight/downloads/downloads.routes.ts'
import simulations from './features/rules/simulations/simulations.routes.ts'
import statistics from './features/oversight/statistics/statistics.routes.ts'
import namedLists from './features/rules/named-lists/named-lists.routes.ts'
import policies from './features/rules/policies/policies.routes.ts'
import addresses from './features/people/addresses/addresses.routes.ts'
import bulkRuns from './features/people/bulk-runs/bulk-runs.routes.ts'
import groups from './features/people/groups/groups.routes.ts'
import personalAccounts from './features/people/personal-accounts/personal-accounts.routes.ts'
import savedViews from './features/people/saved-views/saved-views.routes.ts'
import userImport from './features/people/user-import/user-import.routes.ts'
import units from './features/people/units/units.routes.ts'
import users from './features/people/users/users.routes.ts'
import trustDomains from './features/tenancy/trust-domains/trust-domains.routes.ts'
import workspaceSettings from './features/tenancy/workspace-settings/workspace-settings.routes.ts'
import allAdministrators from './features/tenancy/all-administrators/all-administrators.routes.ts'
import administrators from './features/tenancy/administrators/administrators.routes.ts'
import workspaces from './features/tenancy/workspaces/workspaces.routes.ts'
import myApps from './features/sso/my-apps/my-apps.routes.ts'
import oidc from './features/sso/oidc/oidc.routes.ts'
import secondFactor from './features/sso/second-factor/second-factor.routes.ts'
import saml from './features/sso/saml/saml.routes.ts'
import provisioning from './features/directories/provisioning/provisioning.routes.ts'
import type { Bound } from './http/bind.ts'

/** Every room with calls, one line each. */
export const features: readonly Bound[] = [
  account,
  signIn,
  externalSignIn,
  approvals,
  authenticationProfiles,
  delegations,
  push,
  registration,
  sessions,
  selfService,
  credentials,
  storedPasswords,
  tokenPolicies,
  securityKeys,
  cardImport,
  sharing,
  keyActs,
  keyAssignment,
  keyActivation,
  waitingKeys,
  readerSettings,
  fingerReaders,
  fingerprints,
  keyModels,
  devices,
  computers,
  agents,
  deviceGroups,
  accessKeys,
  oidcProviders,
  samlProviders,
  why,
  connections,
  entra,
  okta,
  scim,
  links,
  syncs,
  users,
  savedViews,
  userImport,
  addresses,
  bulkRuns,
  groups,
  units,
  applications,
  attempts,
  catalogue,
  pictures,
  myApps,
  secondFactor,
  policies,
  namedLists,
  onBehalf,
  cloudDevices,
  onBehalfRuns,
  apiApplications,
  oktaApplications,
  apiKeys,
  saml,
  activity,
  logStreams,
  simulations,
  statistics,
  downloads,
  administrators,
  allAdministrators,
  workspaces,
  workspaceSettings,
  trustDomains,
  personalAccounts,
  workspaceDeletion,
  selfServicePages,
  selfServiceOfWorkspaces,
  selfServiceHelpdesk,
  oidc,
  ldap,
  provisioning,
  workflows,
].flat()
