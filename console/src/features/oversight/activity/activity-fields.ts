import { t } from '#platform/text/text.ts'

const fields: Record<string, string> = {
  lines: 'Lines',
  keptDays: 'Retention in days',
  userId: 'User ID',
  employeeId: 'Employee ID',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phoneNumber: 'Phone',
  organizationUnits: 'Organization units',
  sharesEmail: 'Shares the mailbox',
  scimAttribute1: 'Attribute 1',
  scimAttribute2: 'Attribute 2',
  scimAttribute3: 'Attribute 3',
  scimAttribute4: 'Attribute 4',
  scimAttribute5: 'Attribute 5',
  name: 'Name',
  description: 'Description',
  url: 'URL',
  icon: 'Icon',
  country: 'Country',
  province: 'Province',
  city: 'City',
  address: 'Address',
  postal: 'Postal code',
  timeZone: 'Time zone',
  priority: 'Priority',
  action: 'Action',
  state: 'Status',
  zone: 'Time zone',
  units: 'Organization units',
  accounts: 'Accounts',
  securityKeyDeviceType: 'Key types',
  waysIn: 'Sign-in methods',
  timeLimits: 'Times',
  rpRestriction: 'Sites',
  appRestriction: 'Applications',
  ipRestriction: 'IP addresses',
  locationRestriction: 'Locations',
  demands: 'Requirements',
  entries: 'Entries',
  language: 'Language',
  role: 'Role',
  permissions: 'Permissions',
  owner: 'Owner',
  status: 'Status',
  reason: 'Reason',
  type: 'Type',
  kind: 'Type',
  rule: 'Rule',
  groups: 'Groups',
  users: 'Users',
  keys: 'Keys',
  sessions: 'Sessions',
  password: 'Password',
  username: 'Username',
  format: 'Format',
  search: 'Search',
  model: 'Model',
  synced: 'Synced',
  expiresAt: 'Expires',
  endsAt: 'Expires',
  addresses: 'Networks',
  account: 'Account',
  machine: 'Machine ID',
  platform: 'System',
  devices: 'Devices',
  securityKey: 'Security key',
  usedAt: 'Used',
  offlineLogin: 'Offline sign-in',
  offlineUses: 'Offline uses',
  offlineHours: 'Period (hours)',
  rememberedHours: 'Remember PIN (hours)',
  default: 'Default',
  activation: 'Activation',
  verification: 'Verification',
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  page: 'Page',
  verifiedBy: 'Verified by',
  trustFramework: 'Trust framework',
  trustFrameworks: 'Accepted trust frameworks',
  matching: 'Matching',
  differing: 'Different',
  notVerified: 'Not verified',
  matchedFields: 'Verified data that must match the user',
  reader: 'Card read with',
  opened: 'Account used',
  opensFrom: 'Works from',
  addedBy: 'Added by',
  askedBy: 'Requested by',
  byMail: 'Email code sign-in',
  granted: 'Sensitive actions',
  keeper: 'Responsible',
  cardSignIn: 'Cards on the sign-in page',
  phoneCountries: 'Countries for phone codes',
  cardNetworks: 'Networks',
  own: 'First-party application',
  hidden: 'Hide from My Apps',
  everyone: 'For all users',
  active: 'Active',
  redirectUris: 'Redirect addresses',
  postLogoutRedirectUris: 'Post-sign-out redirect addresses',
  initiateLoginUri: 'Initiate-login address',
  demand: 'Required sign-in',
  reauthenticationMinutes: 'Re-authentication interval (minutes)',
  scopes: 'Scopes',
  grantTypes: 'Grants',
  authMethod: 'Client authentication',
  mapping: 'Attributes',
  groupsFilter: 'Groups to send (optional)',
  clientId: 'Client ID',
  entityId: 'Entity ID',
  acs: 'Assertion consumer service (ACS) URLs',
  spCertificates: 'Application certificates',
  encryptionCertificate: 'Encryption certificate',
}

// Fields whose values are our own terms, not user input
const ofOurs = new Set(['role', 'permissions', 'status', 'kind', 'type', 'expiresAt', 'reason'])

const comparedFields = { firstName: 'First name', lastName: 'Last name', birthDate: 'Date of birth' }

// Labels of values that the log stores in API format
const values: Record<string, Record<string, string>> = {
  action: { block: 'Block', allow: 'Allow' },
  state: { off: 'Off', 'report-only': 'Report only', on: 'On' },
  reader: {
    keyboard: 'Keyboard reader',
    typed: 'Manual entry',
    nfc: 'NFC phone',
    extension: 'Browser extension',
    link: 'Card link',
  },
  verifiedBy: {
    none: 'None',
    email: 'Code by email',
    phone: 'Code by text message',
    selfConfirmation: 'Self-confirmation',
    automatic: 'Automatic check',
    entraId: 'Entra ID',
    sso: 'Identity provider',
    identity: 'Identity document',
  },
  matching: comparedFields,
  differing: comparedFields,
  notVerified: comparedFields,
  matchedFields: comparedFields,
}

/** Label of a changed field: "First name", "Last used at". */
export function fieldOf(name: string): string {
  const label = fields[name]
  if (label !== undefined) return t(label)
  const words = name.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}

function wordOf(value: string, name: string): string {
  const word = values[name]?.[value] ?? (ofOurs.has(name) ? value : undefined)
  return word === undefined ? value : t(word)
}

export function valueOf(value: unknown, name = ''): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(one => valueOf(one, name)).join(', ')
  if (typeof value === 'string') return wordOf(value, name)
  if (typeof value !== 'object') return JSON.stringify(value)
  const { name: own, countryCode, mobileNumber } = value as Record<string, unknown>
  if (typeof own === 'string') return own
  if (typeof mobileNumber === 'string')
    return `${typeof countryCode === 'string' ? countryCode : ''} ${mobileNumber}`.trim()
  return JSON.stringify(value)
}
