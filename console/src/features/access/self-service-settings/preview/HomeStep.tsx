import { Box, Stack } from '@mantine/core'
import { IconId, IconLockQuestion } from '@tabler/icons-react'
import { useDraft } from '../editor/page-draft.ts'
import { HelpText } from '../tabs/HelpText.tsx'
import { DrawnChoice, DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'

export function HomeStep() {
  const say = useSay()
  const { settings, language, means } = useDraft()
  const { services } = settings
  const texts = settings.messages[language]
  const title = texts?.title || say('What do you want to do?')
  const offers = services.enrollment || services.pinRecovery
  return (
    <>
      <DrawnHead
        title={offers ? title : say('Self-service is not available.')}
        under={offers ? say('Tap your card or choose an option to begin.') : undefined}
      />
      {services.enrollment && (
        <DrawnChoice>
          <IconId size={20} stroke={1.6} aria-hidden />
          <Box component="b" fz={12}>
            {say('Enroll a card')}
          </Box>
          <span className="cv-quiet">{say('Connect a new badge to your account.')}</span>
        </DrawnChoice>
      )}
      {services.pinRecovery && (
        <DrawnChoice>
          <IconLockQuestion size={20} stroke={1.6} aria-hidden />
          <Box component="b" fz={12}>
            {say('Forgot PIN?')}
          </Box>
          <span className="cv-quiet">{say('Set a new PIN for a badge you already use.')}</span>
        </DrawnChoice>
      )}
      <Stack className="cv-quiet cv-prose" gap={4} p="10px 12px" bdrs={8} bg="var(--cv-subtle)" lang={language}>
        {means && means.help.length > 0 ? (
          <HelpText of={means.help} />
        ) : (
          say('Contact your administrator if you need help.')
        )}
      </Stack>
    </>
  )
}
