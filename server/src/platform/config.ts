import { join } from 'node:path'
import { type BillingFile, sampleBilling } from './config/billing-file.ts'
import { entraSettingFaults } from './config/entra-certificate.ts'
import { identitySettingFaults } from './config/identity-settings.ts'
import { findConveniences } from './config/exposure.ts'
import { keptMasterKey } from './config/master-key.ts'
import { withSecretFiles } from './config/secret-files.ts'
import { environmentName, type Setting, type SettingName, settings } from './config/settings.ts'
import { isFullDisk } from './full-disk.ts'

type Read = { [K in SettingName]: (typeof settings)[K] extends Setting<infer T> ? T : never }

/** Settings of a server, read once at startup. */
export interface Config extends Omit<
  Read,
  'masterKey' | 'publicUrl' | 'licenseAgreementUrl' | 'privacyPolicyUrl' | 'logCheckpoints' | 'billing' | 'billingFile'
> {
  readonly billing: boolean
  readonly billingFile: BillingFile
  readonly logCheckpoints: string
  readonly publicUrl: string
  readonly licenseAgreementUrl: string
  readonly privacyPolicyUrl: string
  readonly masterKeys: Uint8Array[]
}

/** Reports all invalid or missing settings together. */
export class ConfigError extends Error {
  readonly wrong: readonly string[]

  constructor(wrong: readonly string[]) {
    super(`The configuration is not valid:\n${wrong.map(line => `  ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.wrong = wrong
  }
}

/**
 * Reads all settings from an environment; empty values count as missing, unknown names are ignored. Secrets can come
 * from files. Creates `master.key` in the data folder if no master key is set.
 * @throws ConfigError
 */
export const loadConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const wrong: string[] = []
  const env = withSecretFiles(environment, wrong)
  const read = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, readOne(environmentName(key), setting, env, wrong)]),
  ) as Read
  const { masterKey, publicUrl = `http://localhost:${read.port}`, ...rest } = read
  if (read.environment === 'production' && read.databaseUrl !== undefined && given(env, 'MASTER_KEY') === undefined) {
    wrong.push(
      `MASTER_KEY is missing. In production with your own database, it must be ${settings.masterKey.kind.expected}`,
    )
  }
  if (read.pkcs11Module !== undefined && read.pkcs11PinFile === undefined) {
    wrong.push('PKCS11_PIN_FILE is missing. With PKCS11_MODULE, it must name a file with the PIN of the token')
  }
  const billing = read.billing === undefined ? read.demo : read.billing === 'on'
  const production = read.environment === 'production' || given(env, 'NODE_ENV') === 'production'
  if (billing && production && !read.demo && read.billingFile === undefined)
    wrong.push('BILLING_FILE is missing. With BILLING=on in production, it must name a file with seller and prices')
  // Cross-checks only if the individual settings are valid
  if (wrong.length === 0)
    wrong.push(
      ...entraSettingFaults(read),
      ...identitySettingFaults(read),
      ...findConveniences({ ...read, publicUrl, production }),
    )
  if (wrong.length > 0) throw new ConfigError(wrong)
  return {
    ...rest,
    publicUrl,
    billing,
    billingFile: read.billingFile ?? sampleBilling,
    licenseAgreementUrl: read.licenseAgreementUrl ?? `${publicUrl}/legal/license-agreement`,
    privacyPolicyUrl: read.privacyPolicyUrl ?? `${publicUrl}/legal/privacy-policy`,
    logCheckpoints: read.logCheckpoints ?? join(read.dataFolder, 'log-checkpoints'),
    masterKeys: masterKey ?? kept(read.dataFolder),
  }
}

const given = (env: Readonly<Record<string, string | undefined>>, name: string) => env[name]?.trim() || undefined

const readOne = (
  name: string,
  setting: Setting,
  env: Readonly<Record<string, string | undefined>>,
  wrong: string[],
) => {
  const text = given(env, name) ?? setting.fallback
  if (text === undefined) return undefined
  const read = setting.kind.read.safeParse(text)
  if (read.success) return read.data
  const shown = setting.secret ? 'the given value (hidden) is not' : `${JSON.stringify(text.slice(0, 80))} is not`
  wrong.push(`${name} must be ${setting.kind.expected}; ${shown}`)
  return undefined
}

const kept = (folder: string): Uint8Array[] => {
  try {
    return keptMasterKey(folder)
  } catch (error) {
    if (isFullDisk(error))
      throw new ConfigError([
        `MASTER_KEY is not set, and a new key can't be stored in ${folder} because the disk is full`,
      ])
    throw new ConfigError([`MASTER_KEY ${error instanceof Error ? error.message : String(error)}`])
  }
}
