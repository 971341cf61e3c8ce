import { IconId, IconLockQuestion } from '@tabler/icons-react'
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
        <div className={classes.choice}>
          <IconId size={20} stroke={1.6} aria-hidden />
          <b>{say('Enroll a card')}</b>
          <span>{say('Connect a new badge to your account.')}</span>
        </div>
      )}
      {services.pinRecovery && (
        <div className={classes.choice}>
          <IconLockQuestion size={20} stroke={1.6} aria-hidden />
          <b>{say('Forgot PIN?')}</b>
          <span>{say('Set a new PIN for a badge you already use.')}</span>
        </div>
      )}
      <div className={classes.help} lang={language}>
        {means && means.help.length > 0 ? (
          <HelpText of={means.help} />
        ) : (
          say('Contact your administrator if you need help.')
        )}
      </div>
    </>
  )
}
