// What the matrix of who may act on whom leaves out, and why.

const onlyEnds = 'begins nothing: what was done stays, what was not is left'
const ofCompany = 'is a setting of the workspace, of nobody'
const ofDevices = 'is a computer or a group of them; whom it opens is said by keys and passwords, which are judged'
const ofFile = 'names people in a file, judged row by row where it is reviewed and written'
const ofApiKeys = 'an API key never holds more than whoever may write API keys'
const ofOwners = 'only owners may, and nobody but super administrators stands above them'

/** What is about nobody, and why; the ends of names, or whole features. */
export const aboutNobody: Record<string, string> = {
  'workspace-deletion': ofOwners,
  'administrators.askOwner': ofOwners,
  'administrators.withdrawOwner': ofOwners,
  'api-keys': ofApiKeys,
  'api-applications': ofCompany,
  'okta-applications': ofCompany,
  'authentication-profiles': `${ofCompany}, and refused where no owner could sign in any more`,
  'access-keys': 'a program of the workspace, which no person is signed in to',
  applications: 'lets people into applications, and gives nobody rights here',
  pictures: 'says what an application looks like',
  provisioning: 'says how applications hear of people, and gives nobody rights here',
  oidc: 'keys of the workspace, and what people let applications know of themselves',
  catalogue: 'adds applications, which nobody may open yet',
  'card-import': ofFile,
  'user-import': ofFile,
  'bulk-runs.stop': onlyEnds,
  'key-acts.stop': onlyEnds,
  'on-behalf-runs': 'begins nothing that on-behalf.begin does not; each person is judged anew, and stopping ends',
  'key-models': ofCompany,
  'token-policies.create': ofCompany,
  'token-policies.makeDefault': ofCompany,
  'log-streams': ofCompany,
  saml: 'says how applications hear of people, and gives nobody rights here',
  simulations: 'only looks at what policies would do',
  'private-targets': ofCompany,
  'trust-domains': ofCompany,
  bills: 'bills the workspace, and nobody of it',
  licenses: ofCompany,
  plans: ofCompany,
  'workspace-settings': ofCompany,
  'self-service-pages': `${ofCompany}; what a page does for people of rank is judged where it does it`,
  'reader-settings': ofCompany,
  policies: ofCompany,
  'named-lists': ofCompany,
  marketplace: 'buys for the workspace, and gives nobody rights',
  cards: 'pays invoices of the workspace, and gives nobody rights',
  support: 'asks the operator for something, and gives nobody rights',
  strengths: ofCompany,
  connections: ofCompany,
  entra: `${ofCompany}; people whom an import names are judged row by row where it is applied`,
  okta: ofCompany,
  ldap: ofCompany,
  scim: `${ofCompany}; what a directory does to people is judged by the owner who approved it`,
  links: 'is about somebody of a directory; whom of ours that may be, its room judges by rank',
  syncs: 'acts by what the owner who approved the directory holds, which its room judges at each row',
  workflows:
    'acts with the rights of whoever answers for it, who holds all that it needs and is judged anew at each row',
  'oidc-providers': `${ofCompany}; whom a provider speaks for is judged where another one is trusted`,
  'saml-providers': `${ofCompany}; whom a provider speaks for is judged where another one is trusted`,
  'external-sign-in.test': ofCompany,
  computers: ofDevices,
  'cloud-devices': ofDevices,
  'device-groups': ofDevices,
  'delegations.look': 'only looks at what a tool asks for',
  'devices.preview': ofDevices,
  'devices.removeMany': ofDevices,
  'devices.offline': ofDevices,
  'groups.info': 'changes a name and says nothing of who belongs to it',
  'users.exportAll': 'only reads',
  'activity.exportAll': 'only reads',
  'groups.lookup': 'only reads',
  'groups.previewRule': 'only reads',
  'personal-accounts.addOwn': 'makes a user who is nobody yet',
  'saved-views': 'are of whoever asks',
}

/** What nobody can do here, not even from above, and which test lets somebody through. */
export const notHere: Record<string, string> = {
  'addresses.setAlone': 'the address of somebody with a role is set by nobody else: addresses.test.ts',
  'administrators.create': 'whoever has a role is changed instead',
  'users.inviteToRole': 'no role waits for these: ceremony-of-roles.test.ts',
  'external-sign-in.disconnectOfUser': 'nobody is connected here: oidc.test.ts',
  'groups.update': 'a group that opens the account of somebody with a role follows no rule: openings.test.ts',
  'on-behalf': 'nobody comes from a cloud here: on-behalf.test.ts, which tries people above as well',
  'units.addAdministrator': 'whoever has a role is changed instead',
  'units.changeAdministrator': 'whoever may appoint at all reaches all who administrate units',
  'units.removeAdministrators': 'whoever may appoint at all reaches all who administrate units',
}
