import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { msg } from '#platform/text/text.ts'

export const kindNames: Record<LogStream['kind'], string> = {
  syslog: msg('Syslog over TLS'),
  https: msg('HTTPS'),
}
