import type { LogStream } from '@claviger/contract/oversight/log-streams'
import { msg } from '../../../ground/text/text.ts'

/** What the kinds are called; to be translated where they are shown. */
export const kindNames: Record<LogStream['kind'], string> = {
  syslog: msg('Syslog over TLS'),
  https: msg('HTTPS'),
}
