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
  nameServers,
  networks,
  networksOrNone,
  oneOf,
  origin,
  ownHeader,
  proxies,
  sender,
  share,
  text,
  wholeNumber,
  yesOrNo,
} from './setting-kinds.ts'

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
    'production refuses what is only convenient: a master key made on the fly beside a database of your own, mail kept on a page, the demo. NODE_ENV=production says the same.',
  ),
  host: given(
    hostName,
    '127.0.0.1',
    'Where the server listens; 0.0.0.0 for every interface, as in the container image.',
  ),
  port: given(wholeNumber(0, 65_535), '8080', 'The port the server listens on; 0 takes any free one.'),
  processes: given(
    wholeNumber(1, 64),
    String(processesHere),
    'How many processes answer on this port. Several are renewed one after another on SIGHUP, without a refused request.',
    'as many as there are cores, at most 8; one where there are two',
  ),
  publicUrl: maybe(
    origin,
    'The address people type; passkeys belong to its host name for good.',
    'http://localhost:PORT',
  ),
  trustProxy: given(proxies, '0', 'Whose X-Forwarded-* headers are believed.', '0: nobody’s'),
  clientCertificateHeader: maybe(
    ownHeader,
    'The header in which the proxies of TRUST_PROXY hand on the certificate that an application showed them (RFC 8705); they take it away from whoever sends it.',
    'no application can prove itself by a certificate',
  ),
  dataFolder: given(
    absoluteFolder,
    defaultFolder,
    'Holds the database that comes with the packages and the master key.',
    '/var/lib/claviger for root, else claviger in $XDG_DATA_HOME or ~/.local/share',
  ),
  logCheckpoints: maybe(
    absoluteFileOrOff,
    'Where signed checkpoints of the activity log are added, so that a database put back to an older copy is noticed; keep copies elsewhere. off keeps none.',
    'log-checkpoints in DATA_FOLDER',
  ),
  logCheckpointMail: given(
    oneOf('never', 'weekly', 'daily'),
    'weekly',
    'How often owners are mailed where their activity log stands: what lies elsewhere nobody rewrites. Weekly is on Mondays.',
  ),
  backupFolder: maybe(
    absoluteFolder,
    'Where a backup is written each night at half past two (UTC), as claviger admin backup writes it; keep it on another disk.',
    'none is written',
  ),
  backupKeep: given(wholeNumber(1, 3650), '7', 'How many of those backups are kept.'),
  databaseUrl: maybe(
    databaseAddress,
    'A PostgreSQL (15 or newer) of your own.',
    'the PostgreSQL that comes with the packages',
    true,
  ),
  databaseOwnerUrl: maybe(
    databaseAddress,
    'The same database by the login that owns it, for changes of tables at start; needed where the login of DATABASE_URL may not make them.',
    'the login of DATABASE_URL, which makes lesser ones to work by',
    true,
  ),
  databaseReadUrl: maybe(
    databaseAddress,
    'A copy that follows the database (streaming replication): lists, the activity log, statistics and exports are read from it. Nothing stale is ever shown: a copy that is behind or away is passed over. Logins and passwords are those of the database.',
    'everything is read from the database itself',
    true,
  ),
  databasePool: given(
    wholeNumber(1, 200),
    '10',
    'Connections of one server process for calls that change something; as many again for calls that read, and a few for jobs. Several processes share what the database has: then it is what each has at most.',
  ),
  masterKey: maybe(
    keys,
    'Seals secrets in the database. To rotate, put the new key first and keep the old ones behind it.',
    'the file master.key in DATA_FOLDER, made at the first start',
    true,
  ),
  pkcs11Module: maybe(
    absoluteFile,
    'The PKCS#11 library of a hardware security module. With it, the private keys of new passkeys on cards are made in it and never leave it.',
    'none: they are sealed in the database',
  ),
  pkcs11Token: maybe(text(1, 32), 'The label of the token in that module.', 'the first token'),
  pkcs11PinFile: maybe(absoluteFile, 'A file with the PIN of that token; needed with PKCS11_MODULE.', 'none'),
  smtpUrl: maybe(
    address('smtps://user:password@mail.example.org', 'smtp', 'smtps'),
    'The mail server that sends our mail.',
    'none: mail is kept and shown on the outbox page',
    true,
  ),
  keepMail: given(
    yesOrNo,
    'false',
    'Keeps mail on the outbox page also in production or at a public address, where SMTP_URL is asked for otherwise.',
  ),
  mailFrom: given(sender, 'Claviger <no-reply@localhost>', 'The sender of our mail.'),
  smsUrl: maybe(
    address('https://sms.example.org/send', 'https', 'http'),
    'The gateway that takes text messages: a POST of the JSON {to, text, id}, `to` as E.164; any 2xx within 5 s means taken, the same id may come again.',
    'none: no code goes by text message',
  ),
  smsToken: maybe(text(1, 1000), 'What the gateway is sent as Authorization: Bearer.', 'none', true),
  callUrl: maybe(
    address('https://call.example.org/read', 'https', 'http'),
    'The gateway that calls people and reads codes aloud: a POST of the JSON {to, text, language, id}, `to` as E.164, `language` that of the text, such as de; taken as at SMS_URL.',
    'none: no code is read in a call',
  ),
  callToken: maybe(text(1, 1000), 'What that gateway is sent as Authorization: Bearer.', 'none', true),
  entraAuthority: given(
    address('https://login.microsoftonline.com', 'https', 'http'),
    'https://login.microsoftonline.com',
    'Where Entra ID is, for second factors and consent; national clouds are elsewhere.',
  ),
  entraClientId: maybe(
    guid,
    'An application of your own in Entra ID, open to all tenants, which their administrators may consent to in place of registering one (docs/directories/entra.md).',
    'none: each workspace registers its own',
  ),
  entraClientSecret: maybe(text(1, 2000), 'The secret of that application.', 'none', true),
  entraClientCertificate: maybe(
    certificateWithKey,
    'In place of the secret: the PEM of a certificate and its RSA key, most easily from a file.',
    'none',
    true,
  ),
  entraClientCloud: maybe(
    address('https://login.microsoftonline.us', 'https', 'http'),
    'The cloud of that application, as an API application names it; https://dod-graph.microsoft.us for that of the US Department of Defense.',
    'that of ENTRA_AUTHORITY',
  ),
  freeMailProviders: given(
    domains,
    freeMail,
    'Mail domains, their subdomains included, that may not register a work or school workspace.',
    'a list of the common ones',
  ),
  dnsServer: maybe(
    nameServers,
    'The DNS servers asked for the proof of a trust domain.',
    'those of the operating system',
  ),
  privateNetworks: maybe(
    networksOrNone,
    'Private networks whose addresses owners can allow the server to call, each host for one feature; none forbids all. Loopback and link-local addresses only where they are listed here.',
    '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 and fc00::/7 for the first workspace; nothing for others, and nothing with DEMO',
  ),
  pushServices: given(
    hosts,
    '',
    'Further push services that browsers may name for messages on phones, beside those of Apple, Google, Microsoft and Mozilla; they may be in your own network.',
    'none',
  ),
  programsFolder: given(
    absoluteFolder,
    join(import.meta.dirname, '../../../..'),
    'Where extension/dist and reader/dist lie, which the console offers for download.',
    'the folder of the product',
  ),
  metadataRoot: maybe(
    absoluteFile,
    'The root certificate (a PEM file) that signs catalogues of key models.',
    'GlobalSign Root R3, as FIDO signs them',
  ),
  countryFile: maybe(
    absoluteFile,
    'A newer file of countries of addresses (MMDB, as DB-IP and MaxMind write it), for access policies that name countries; read at start.',
    'the one that comes with the packages',
  ),
  licenseAgreementUrl: maybe(
    address('https://example.org/terms', 'https', 'http'),
    'The licence agreement people accept.',
    'the placeholder PUBLIC_URL/legal/license-agreement',
  ),
  privacyPolicyUrl: maybe(
    address('https://example.org/privacy', 'https', 'http'),
    'The privacy policy people accept.',
    'the placeholder PUBLIC_URL/legal/privacy-policy',
  ),
  accessMinutes: given(wholeNumber(1, 60), '15', 'Minutes an access token is good for.'),
  refreshDays: given(wholeNumber(1, 365), '30', 'Days a session lives on without being used.'),
  sessionDays: given(wholeNumber(1, 365), '30', 'Days after which a session ends, however often it is used.'),
  administratorHours: given(
    wholeNumber(1, 720),
    '12',
    'The same in hours for whoever has a role: a session that is older is over, also of somebody who gets a role just now.',
  ),
  codeMinutes: given(wholeNumber(1, 60), '10', 'Minutes a code sent by mail is good for.'),
  codeTries: given(wholeNumber(1, 20), '5', 'Wrong tries before a code is void.'),
  robotCost: given(
    wholeNumber(1, 100_000),
    '500',
    'Tries a browser makes before it may register; 500 take a phone about a second.',
  ),
  rateLimitFactor: given(
    wholeNumber(1, 100_000),
    '1',
    'Multiplies all rate limits, for load tests that come from one address.',
  ),
  bodyLimit: given(
    wholeNumber(1024, 104_857_600),
    '1048576',
    'Largest request body in bytes, where a call sets none of its own.',
  ),
  metricsKey: maybe(
    text(16, 200),
    'What a reader of /metrics must send as Authorization: Bearer; at a public address it opens /docs and /openapi.json, too.',
    'none: /metrics is for this machine, at a public address for OPERATOR_NETWORKS',
    true,
  ),
  operatorNetworks: given(
    networks,
    '',
    'Addresses and networks that may read /metrics, /docs and /openapi.json where PUBLIC_URL is not of this machine.',
    'nobody',
  ),
  logLevel: given(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'How much is logged. At a terminal, where it is not set, lines go to claviger.log in DATA_FOLDER.',
  ),
  otelExporterOtlpEndpoint: maybe(
    address('http://localhost:4318', 'https', 'http'),
    'An OpenTelemetry collector that is told, by OTLP over HTTP as JSON at /v1/traces, how long calls and their statements took: routes and SQL, no values.',
    'nothing is traced',
  ),
  otelExporterOtlpHeaders: maybe(headers, 'What the collector is sent as headers with it.', 'none', true),
  otelServiceName: given(text(1, 100), 'claviger', 'By what name the collector knows this server.'),
  otelTracesSamplerArg: given(
    share,
    '1',
    'Which share of calls is traced. Behind a proxy that TRUST_PROXY tells of, its traceparent decides where there is one.',
  ),
  demo: given(yesOrNo, 'false', 'Adds the demo workspace and its one-click sign-in, as npm start -- --demo does.'),
  publicDemo: given(
    yesOrNo,
    'false',
    'Lets DEMO be true also in production or at a public address, where anybody can then come in by one click.',
  ),
}

export type SettingName = keyof typeof settings

/** `publicUrl` → PUBLIC_URL. */
export const environmentName = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase()
