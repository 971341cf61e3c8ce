import { optionalRegistrationSteps } from '@claviger/contract/access/registration.steps'
import { availableParallelism, homedir } from 'node:os'
import { join } from 'node:path'
import {
  absoluteFile,
  absoluteFileOrOff,
  absoluteFolder,
  address,
  certificateWithKey,
  databaseAddress,
  domains,
  guid,
  headers,
  hostName,
  hosts,
  type SettingKind,
  keys,
  listedWords,
  mailbox,
  nameServers,
  networks,
  networksOrNone,
  oneOf,
  origin,
  ownHeader,
  proxies,
  sender,
  share,
  anyOfWords,
  text,
  wholeNumber,
  booleanSetting,
} from './setting-kinds.ts'
import { billingFile } from './billing-file.ts'

export interface Setting<T = unknown> {
  readonly kind: SettingKind<T>
  readonly about: string
  readonly fallback: string | undefined
  readonly inWords: string | undefined
  /** The value must never appear in a message. */
  readonly secret: boolean
}

const given = <T>(kind: SettingKind<T>, fallback: string, about: string, inWords?: string): Setting<T> => ({
  kind,
  about,
  fallback,
  inWords,
  secret: false,
})

const maybe = <T>(kind: SettingKind<T>, about: string, inWords: string, secret = false): Setting<T | undefined> => ({
  kind,
  about,
  fallback: undefined,
  inWords,
  secret,
})

const isRoot = process.getuid?.() === 0

export const defaultFolder = isRoot
  ? '/var/lib/claviger'
  : join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'claviger')

// On two cores, leave the second one to the database and others
const processesHere = availableParallelism() <= 2 ? 1 : Math.min(8, availableParallelism())

const freeMail = [
  'gmail.com,googlemail.com,outlook.com,hotmail.com,live.com,msn.com,yahoo.com,ymail.com,rocketmail.com,aol.com',
  'icloud.com,me.com,mac.com,proton.me,protonmail.com,pm.me,gmx.com,gmx.net,gmx.de,gmx.at,gmx.ch,web.de,mail.com',
  'zoho.com,fastmail.com,tutanota.com,tuta.com,mail.ru,yandex.ru,yandex.com,qq.com,163.com,126.com,naver.com',
  'orange.fr,free.fr,laposte.net,libero.it,t-online.de,hey.com,mailinator.com',
].join(',')

/** All settings of the server. The environment variable is the key in capitals: `publicUrl` is PUBLIC_URL. */
export const settings = {
  environment: given(
    oneOf('development', 'production'),
    'development',
    'In production, the server refuses convenience features: a generated master key with your own database, emails kept on a page, and the demo. NODE_ENV=production has the same effect.',
  ),
  host: given(
    hostName,
    '127.0.0.1',
    'The address the server listens on; 0.0.0.0 for all interfaces, as in the container image.',
  ),
  port: given(wholeNumber(0, 65_535), '8080', 'The port the server listens on; 0 selects a free one.'),
  processes: given(
    wholeNumber(1, 64),
    String(processesHere),
    'Number of server processes on this port. On SIGHUP they are replaced one by one without refusing a request.',
    'one per core, at most 8; one on two cores',
  ),
  publicUrl: maybe(
    origin,
    'The address that users open. Passkeys belong permanently to its host name.',
    'http://localhost:PORT',
  ),
  trustProxy: given(proxies, '0', 'The proxies whose X-Forwarded-* headers are trusted.', '0: none'),
  clientCertificateHeader: maybe(
    ownHeader,
    "The header in which the proxies of TRUST_PROXY forward an application's client certificate (RFC 8705). They must remove this header from incoming requests.",
    "applications can't authenticate with a certificate",
  ),
  dataFolder: given(
    absoluteFolder,
    defaultFolder,
    'The folder of the included database and the master key.',
    '/var/lib/claviger for root, else claviger in $XDG_DATA_HOME or ~/.local/share',
  ),
  logCheckpoints: maybe(
    absoluteFileOrOff,
    'The file for signed checkpoints of the activity log. They reveal a database that was replaced by an older copy, so keep copies of the file elsewhere. off writes none.',
    'log-checkpoints in DATA_FOLDER',
  ),
  logCheckpointMail: given(
    oneOf('never', 'weekly', 'daily'),
    'weekly',
    'How often owners receive a checkpoint of their activity log by email, as proof outside the server. Weekly emails are sent on Mondays.',
  ),
  backupFolder: maybe(
    absoluteFolder,
    'The folder for a nightly backup at 02:30 UTC, as claviger admin backup writes it. Use another disk.',
    'no nightly backup',
  ),
  backupKeep: given(wholeNumber(1, 3650), '7', 'Number of nightly backups to keep.'),
  databaseUrl: maybe(databaseAddress, 'Your own PostgreSQL database (15 or newer).', 'the included PostgreSQL', true),
  databaseOwnerUrl: maybe(
    databaseAddress,
    "The same database with the login that owns it, to change tables at start. Required if the login of DATABASE_URL isn't allowed to change tables.",
    'the login of DATABASE_URL, which creates logins with fewer rights for the server',
    true,
  ),
  databaseReadUrl: maybe(
    databaseAddress,
    "A replica of the database (streaming replication). Lists, the activity log, statistics, and exports are read from it. A replica that lags or is unavailable isn't used, so no outdated data is shown. Logins and passwords are those of the database.",
    'everything is read from the database itself',
    true,
  ),
  databasePool: given(
    wholeNumber(1, 200),
    '10',
    'Database connections per server process for calls that write; the same number for calls that read, and a few for jobs. With several processes, this is the maximum for each.',
  ),
  masterKey: maybe(
    keys,
    'Encrypts secrets in the database. To rotate it, put the new key first and keep the old keys after it.',
    'the file master.key in DATA_FOLDER, created at the first start',
    true,
  ),
  pkcs11Module: maybe(
    absoluteFile,
    'The PKCS#11 library of a hardware security module (HSM). The private keys of new passkeys on cards are then created in the HSM and never leave it.',
    'none: they are encrypted in the database',
  ),
  pkcs11Token: maybe(text(1, 32), 'The label of the token in the HSM.', 'the first token'),
  pkcs11PinFile: maybe(absoluteFile, 'A file with the PIN of that token. Required with PKCS11_MODULE.', 'none'),
  smtpUrl: maybe(
    address('smtps://user:password@mail.example.org', 'smtp', 'smtps'),
    'The mail server that sends emails.',
    'none: emails are kept and shown on the outbox page',
    true,
  ),
  keepMail: given(
    booleanSetting,
    'false',
    'Keeps emails on the outbox page in production or at a public address, where SMTP_URL is otherwise required.',
  ),
  mailFrom: given(sender, 'Claviger <no-reply@localhost>', 'The sender of emails.'),
  supportEmail: maybe(
    mailbox,
    'The address that receives support requests of administrators. Super administrators also see them in the console.',
    'requests are stored, and no email is sent to the operator',
  ),
  stripeSecretKey: maybe(
    text(10, 300),
    'The secret key of your Stripe account. Without it, workspaces pay invoices by wire.',
    'no credit cards',
    true,
  ),
  stripePublishableKey: maybe(
    text(10, 300),
    "The publishable key of that account. Browsers then enter cards in Stripe's hosted fields, so card numbers never reach this server.",
    'none',
  ),
  stripeWebhookSecret: maybe(
    text(10, 300),
    'The signing secret of the webhook endpoint PUBLIC_URL/api/webhooks/stripe.',
    'events of Stripe are refused',
    true,
  ),
  stripeUrl: given(
    address('https://api.stripe.com', 'https', 'http'),
    'https://api.stripe.com',
    'The address of the Stripe API, for a test server.',
  ),
  paymentAcceptCardNumbers: given(
    booleanSetting,
    'false',
    'Accepts card numbers sent to this server, passes them on to Stripe, and stores none. Your server then falls under PCI DSS SAQ D.',
  ),
  marketplaceTenant: maybe(
    guid,
    'The Entra ID tenant of your publisher account in the Microsoft commercial marketplace.',
    'nothing is sold there',
  ),
  marketplaceClientId: maybe(guid, 'The application in that tenant that the offer names.', 'none'),
  marketplaceClientSecret: maybe(text(1, 2000), 'The secret of that application.', 'none', true),
  marketplaceDimension: maybe(
    text(1, 100),
    'The metering dimension of the offer that counts active security keys in each hour.',
    'no usage is sent',
  ),
  marketplaceUrl: given(
    address('https://marketplaceapi.microsoft.com', 'https', 'http'),
    'https://marketplaceapi.microsoft.com',
    'The address of the marketplace API, for a test server.',
  ),
  smsUrl: maybe(
    address('https://sms.example.org/send', 'https', 'http'),
    'The gateway for text messages. It receives a POST with the JSON {to, text, id}, with `to` in E.164 format. A 2xx response within 5 s means accepted. The same id can be sent again.',
    'none: no codes by text message',
  ),
  smsToken: maybe(text(1, 1000), 'The bearer token for the SMS gateway.', 'none', true),
  callUrl: maybe(
    address('https://call.example.org/read', 'https', 'http'),
    'The gateway that calls users and reads codes aloud. It receives a POST with the JSON {to, text, language, id}, with `to` in E.164 format and the language of the text, such as de. Responses as for SMS_URL.',
    'none: no codes by call',
  ),
  callToken: maybe(text(1, 1000), 'The bearer token for the call gateway.', 'none', true),
  entraAuthority: given(
    address('https://login.microsoftonline.com', 'https', 'http'),
    'https://login.microsoftonline.com',
    'The address of Entra ID for second factors and consent. National clouds have other addresses.',
  ),
  entraClientId: maybe(
    guid,
    'Your own multitenant application in Entra ID. Administrators can consent to it instead of registering one (docs/directories/entra.md).',
    'none: each workspace registers its own',
  ),
  entraClientSecret: maybe(text(1, 2000), 'The secret of that application.', 'none', true),
  entraClientCertificate: maybe(
    certificateWithKey,
    'Instead of the secret: a certificate and its RSA key in PEM format, usually from a file.',
    'none',
    true,
  ),
  entraClientCloud: maybe(
    address('https://login.microsoftonline.us', 'https', 'http'),
    'The cloud of that application, as in API applications; https://dod-graph.microsoft.us for the US Department of Defense.',
    'the cloud of ENTRA_AUTHORITY',
  ),
  freeMailProviders: given(
    domains,
    freeMail,
    "Email domains, including subdomains, that can't register a work or school workspace.",
    'a list of common providers',
  ),
  dnsServer: maybe(
    nameServers,
    'The DNS servers for the verification of trust domains.',
    'those of the operating system',
  ),
  privateNetworks: maybe(
    networksOrNone,
    'Private networks in which owners can allow the server to call hosts, each host for one feature; none forbids all. Loopback and link-local addresses must be listed here.',
    '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, and fc00::/7 for the first workspace; none for others, and none with DEMO',
  ),
  pushServices: given(
    hosts,
    '',
    'Additional push services for notifications on phones, besides those of Apple, Google, Microsoft, and Mozilla. They can be in your own network.',
    'none',
  ),
  programsFolder: given(
    absoluteFolder,
    join(import.meta.dirname, '../../../..'),
    'The folder with extension/dist and reader/dist, which the console offers for download.',
    'the folder of the product',
  ),
  metadataRoot: maybe(
    absoluteFile,
    'The root certificate (a PEM file) of the catalog of key models.',
    'GlobalSign Root R3, which FIDO uses',
  ),
  countryFile: maybe(
    absoluteFile,
    'A newer database of the countries of IP addresses (MMDB format, as from DB-IP and MaxMind), for access policies with countries. Read at start.',
    'the included database',
  ),
  licenseAgreementUrl: maybe(
    address('https://example.org/terms', 'https', 'http'),
    'The license agreement that users accept.',
    'the placeholder PUBLIC_URL/legal/license-agreement',
  ),
  privacyPolicyUrl: maybe(
    address('https://example.org/privacy', 'https', 'http'),
    'The privacy policy that users accept.',
    'the placeholder PUBLIC_URL/legal/privacy-policy',
  ),
  accessMinutes: given(wholeNumber(1, 60), '15', 'Minutes until an access token expires.'),
  refreshDays: given(wholeNumber(1, 365), '30', 'Days until an unused session expires.'),
  sessionDays: given(wholeNumber(1, 365), '30', 'Days until a session expires, even if it is used.'),
  administratorHours: given(
    wholeNumber(1, 720),
    '12',
    'Hours until a session of an administrator expires, even if it is used. This also applies to sessions that started before the user received a role.',
  ),
  codeMinutes: given(wholeNumber(1, 60), '10', 'Minutes until an emailed code expires.'),
  codeTries: given(wholeNumber(1, 20), '5', 'Wrong attempts until a code expires.'),
  robotCost: given(
    wholeNumber(1, 100_000),
    '500',
    'Proof of work for registration, in attempts; 500 take a phone about a second.',
  ),
  registrationSteps: given(
    anyOfWords(...optionalRegistrationSteps),
    'none',
    'Optional steps of the registration: password (a second sign-in method), phone, and confirm-identity (confirm with the new key, or with a second code). A postal address and a plan are asked for while BILLING is on.',
  ),
  identityIssuer: maybe(
    address('https://id.example.org', 'https', 'http'),
    'The OpenID Connect provider that verifies identity documents in the step confirm-identity of the registration (OpenID Connect for Identity Assurance). Its redirect address is PUBLIC_URL/api/sso/oidc/sp/callback.',
    'none: the new key or a second code confirms',
  ),
  identityClientId: maybe(text(1, 400), 'The client ID of this server at IDENTITY_ISSUER.', 'none'),
  identityClientSecret: maybe(text(1, 2000), 'The client secret of this server at IDENTITY_ISSUER.', 'none', true),
  identityFrameworks: given(listedWords, '', 'The trust frameworks that count there, for example eidas.', 'any'),
  rateLimitFactor: given(wholeNumber(1, 100_000), '1', 'Multiplies all rate limits, for load tests from one address.'),
  bodyLimit: given(
    wholeNumber(1024, 104_857_600),
    '1048576',
    'Maximum request body in bytes, for calls without their own limit.',
  ),
  metricsKey: maybe(
    text(16, 200),
    'The bearer token for /metrics. At a public address, it also opens /docs and /openapi.json.',
    'none: /metrics is open to this machine; at a public address, to OPERATOR_NETWORKS',
    true,
  ),
  operatorNetworks: given(
    networks,
    '',
    "Addresses and networks that can read /metrics, /docs, and /openapi.json if PUBLIC_URL isn't on this machine.",
    'none',
  ),
  logLevel: given(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    "The log level. If it isn't set and the server runs in a terminal, the log is written to claviger.log in DATA_FOLDER.",
  ),
  otelExporterOtlpEndpoint: maybe(
    address('http://localhost:4318', 'https', 'http'),
    'An OpenTelemetry collector that receives the durations of calls and their SQL statements (OTLP over HTTP as JSON at /v1/traces). Traces contain routes and SQL, but no values.',
    'no traces',
  ),
  otelExporterOtlpHeaders: maybe(headers, 'Headers for the collector.', 'none', true),
  otelServiceName: given(text(1, 100), 'claviger', 'The name of this server at the collector.'),
  otelTracesSamplerArg: given(
    share,
    '1',
    'The share of calls that are traced. Behind a proxy of TRUST_PROXY, its traceparent header decides if present.',
  ),
  sentryDsn: maybe(
    address('https://key@errors.example.org/1', 'https', 'http'),
    'The DSN of a Sentry-compatible service that gets error reports of server and console, without personal data: error types, places in the code, routes, and masked replays.',
    'no error reports',
  ),
  billing: maybe(
    oneOf('on', 'off'),
    'Whether workspaces are billed for their keys. off hides everything about billing and limits nothing.',
    'off; on with DEMO',
  ),
  billingFile: maybe(
    billingFile,
    'The seller, the series of invoice numbers, and the price tables of BILLING (a JSON file; see billing.md).',
    'sample prices, which production refuses',
  ),
  twoPersonRule: given(
    booleanSetting,
    'false',
    'Whether a second super administrator must confirm the deletion, reset, and owner change of a workspace.',
  ),
  demo: given(booleanSetting, 'false', 'Adds the demo workspace with its one-click sign-in, like npm start -- --demo.'),
  publicDemo: given(
    booleanSetting,
    'false',
    'Allows DEMO in production or at a public address, where anyone can then sign in to the demo with one click.',
  ),
}

export type SettingName = keyof typeof settings

/** `publicUrl` → PUBLIC_URL. */
export const environmentName = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase()
