import { Box, Stack } from '@mantine/core'
import { IconId, IconLockQuestion } from '@tabler/icons-react'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { HelpText } from '../tabs/HelpText.tsx'
import { DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'
import classes from '../preview.module.css'

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
        <Grid className={classes.choice} columns="24px minmax(0, 1fr)" gap="0 10px" p={12} bdrs={10}>
          <IconId size={20} stroke={1.6} aria-hidden />
          <Box component="b" fz={12}>
            {say('Enroll a card')}
          </Box>
          <span className="cv-quiet">{say('Connect a new badge to your account.')}</span>
        </Grid>
      )}
      {services.pinRecovery && (
        <Grid className={classes.choice} columns="24px minmax(0, 1fr)" gap="0 10px" p={12} bdrs={10}>
          <IconLockQuestion size={20} stroke={1.6} aria-hidden />
          <Box component="b" fz={12}>
            {say('Forgot PIN?')}
          </Box>
          <span className="cv-quiet">{say('Set a new PIN for a badge you already use.')}</span>
        </Grid>
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
