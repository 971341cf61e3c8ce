import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'

/** A field's label; marks optional fields, because required is the default. */
export function Label({ text, optional }: { text: string; optional: boolean }) {
  return (
    <>
      {text}
      {optional && (
        <Box component="span" fw={400} className="cv-muted">
          {' '}
          {t('(optional)')}
        </Box>
      )}
    </>
  )
}
