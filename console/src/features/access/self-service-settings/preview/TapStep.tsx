import { Stack } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useDraft } from '../editor/page-draft.ts'
import { DrawnActions, DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'

export function TapStep() {
  const say = useSay()
  const { means } = useDraft()
  return (
    <>
      <DrawnHead
        title={say('Tap Your Card')}
        under={say('Hold your badge flat on the reader until you hear a tone.')}
      />
      <Stack align="center" justify="center" flex={1} c="var(--cv-accent-text)">
        <IconId size={44} stroke={1.2} aria-hidden />
      </Stack>
      <DrawnActions>{means && !means.key.pin ? say('Continue without a card') : say('Next')}</DrawnActions>
    </>
  )
}
