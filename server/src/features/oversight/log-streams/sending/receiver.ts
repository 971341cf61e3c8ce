import type { Config } from '#platform/config.ts'
import type { Guard, Purpose } from '#integrations/target.ts'

export interface StreamSecrets {
  signing?: string
  authorization?: string
  privateKey?: string
}

export interface LogReceiver {
  readonly id: string
  readonly kind: 'syslog' | 'https'
  readonly address: string
  readonly workspace: string
  readonly secrets: StreamSecrets
  readonly config: Pick<Config, 'publicUrl'>
  readonly guard: Guard
  readonly purpose: Purpose
  readonly tls: { ca?: string; cert?: string; key?: string }
}
