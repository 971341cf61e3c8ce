import type { RunPreview } from '@claviger/contract/work/runs'
import { Box, Stack } from '@mantine/core'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'

export const firstOf = (names: readonly string[], all: number): string =>
  all > names.length && names.length > 0
    ? t('{names} and {rest} more', { names: names.join(', '), rest: count(all - names.length) })
    : names.join(', ')

interface Reasons {
  of: RunPreview['unable']
  reasonOf: (reason: string, count: number) => string
}

export function UnableRows({ of, reasonOf }: Reasons) {
  return (
    <Stack component="ul" className="cv-scroll" gap={6} mah={220}>
      {of.map(({ reason, count: number, names }) => (
        <li key={reason}>
          <b className="cv-number">{count(number)}</b> {reasonOf(reason, number)}
          {names.length > 0 && (
            <Box component="span" className="cv-muted" display="block">
              {firstOf(names, number)}
            </Box>
          )}
        </li>
      ))}
    </Stack>
  )
}
