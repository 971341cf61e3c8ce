import type { readingFormats } from '@claviger/contract/access/self-service-settings'
import { Box } from '@mantine/core'
import { useId } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useSession } from '#shell/session.tsx'
import { Bench } from '#features/keys/reader-settings/Bench.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { useSource } from '../source.ts'
import { Part } from '../steps/Part.tsx'
import options from '#platform/ui/steps/options.module.css'
import classes from '../editor.module.css'

const words: Record<(typeof readingFormats)[number], { label: string; help: string }> = {
  dec: { label: msg('Decimal'), help: msg('The reader types digits, such as 11706628') },
  hex: { label: msg('Hexadecimal'), help: msg('The reader types 04A1B2 or 04A1B2-recovery') },
  none: { label: msg('None'), help: msg('Cards are read by the extension, by NFC, or from the address') },
}

export default function ReaderTab() {
  const { settings, set } = useDraft()
  const { fixed } = useSource()
  const { can } = useSession()
  const name = useId()
  return (
    <>
      <Part title={t('Reading format')} about={t('Number format of readers that act as a keyboard')}>
        <Grid columns={200} gap={8} role="radiogroup" aria-label={t('Reading format')}>
          {(['dec', 'hex', 'none'] as const).map(format => (
            <label
              key={format}
              className={`${options.choice ?? ''} ${classes.card ?? ''} cv-box cv-hovers cv-ring`}
              data-chosen={format === settings.inputReadingFormat || undefined}
            >
              <input
                type="radio"
                name={name}
                checked={format === settings.inputReadingFormat}
                onChange={() => set({ inputReadingFormat: format })}
              />
              <strong>{t(words[format].label)}</strong>
              <span className="cv-quiet">{t(words[format].help)}</span>
            </label>
          ))}
        </Grid>
      </Part>
      {can('keys.read') && fixed['id'] === undefined && (
        <Box pt={16}>
          <Bench save={to => Promise.resolve(set({ inputReadingFormat: to.format }))} />
        </Box>
      )}
    </>
  )
}
