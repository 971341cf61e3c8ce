import type { BitFormat } from '@claviger/contract/keys/card-bits'
import { msg, t } from '#platform/text/text.ts'

const sent: Record<BitFormat['sent'], string> = {
  data: msg('the number without parity bits'),
  whole: msg('all bits, including parity bits'),
  digits: msg('decimal digits'),
}

export function bitFormatInWords({ layout, custom, sent: how, reversed }: BitFormat): string {
  const bits = layout === 'custom' ? String(custom?.bits ?? '') : layout
  const words = { bits, how: t(sent[how]) }
  return reversed ? t('{bits} bits, {how}, bytes reversed', words) : t('{bits} bits, {how}', words)
}
