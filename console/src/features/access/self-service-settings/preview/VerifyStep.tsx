import { IconMail, IconMessage, IconUserCheck } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { DrawnActions, DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'
import classes from '../preview.module.css'

function Codes() {
  const { means } = useDraft()
  const say = useSay()
  return (
    <>
      <p className={classes.under}>{say('Where should we send the code?')}</p>
      <div className={classes.choice} data-chosen>
        <IconMail size={20} stroke={1.6} aria-hidden />
        <b>{say('Code by email')}</b>
        <span>m•••@n••••••••.example</span>
      </div>
      {means?.choices.phoneCodes && (
        <div className={classes.choice}>
          <IconMessage size={20} stroke={1.6} aria-hidden />
          <b>{say('Code by text message')}</b>
          <span>+44 ••• •••118</span>
        </div>
      )}
      <DrawnActions>{say('Send code')}</DrawnActions>
    </>
  )
}

function AtProvider() {
  const { means, settings } = useDraft()
  const say = useSay()
  const name = means?.choices.providers.find(one => one.id === settings.providerId)?.name ?? '…'
  const [text, action] =
    settings.verificationType === 'identity'
      ? [
          say('Verify your identity with {name}. You then return to this page.', { name }),
          say('Continue with {name}', { name }),
        ]
      : [
          say('Sign in with your work account at {name}. You then return to this page.', { name }),
          say('Sign in with {name}', { name }),
        ]
  return (
    <>
      <p className={classes.under}>{text}</p>
      <DrawnActions>{action}</DrawnActions>
    </>
  )
}

function Confirmation() {
  const say = useSay()
  return (
    <>
      <div className={classes.choice} data-chosen>
        <IconUserCheck size={20} stroke={1.6} aria-hidden />
        <b>M••• L•••••••</b>
        <span>{say('Is this you?')}</span>
      </div>
      <p className={classes.under}>{say("You can't undo this. Confirm that this is you.")}</p>
      <DrawnActions>{say('This is me')}</DrawnActions>
    </>
  )
}

function Automatic() {
  const say = useSay()
  return <p className={classes.under}>{say("We're asking your organization if this is your card.")}</p>
}

const Skipped = () => <p className={classes.under}>{t('This step is skipped: no verification is set up.')}</p>

const kinds = {
  default: Codes,
  entraId: AtProvider,
  sso: AtProvider,
  identity: AtProvider,
  selfConfirmation: Confirmation,
  automatic: Automatic,
  none: Skipped,
}

export function VerifyStep() {
  const say = useSay()
  const Kind = kinds[useDraft().settings.verificationType]
  return (
    <>
      <DrawnHead title={say('Sign-in Options')} />
      <Kind />
    </>
  )
}
