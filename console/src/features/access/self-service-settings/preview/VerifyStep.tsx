import { Box } from '@mantine/core'
import { IconMail, IconMessage, IconUserCheck } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { DrawnActions, DrawnChoice, DrawnHead } from './Drawn.tsx'
import { useSay } from './preview-language.ts'
import classes from '../preview.module.css'

function Codes() {
  const { means } = useDraft()
  const say = useSay()
  return (
    <>
      <p className={`${classes.under ?? ''} cv-quiet`}>{say('Where should we send the code?')}</p>
      <DrawnChoice chosen>
        <IconMail size={20} stroke={1.6} aria-hidden />
        <Box component="b" fz={12}>
          {say('Code by email')}
        </Box>
        <span className="cv-quiet">m•••@n••••••••.example</span>
      </DrawnChoice>
      {means?.choices.phoneCodes && (
        <DrawnChoice>
          <IconMessage size={20} stroke={1.6} aria-hidden />
          <Box component="b" fz={12}>
            {say('Code by text message')}
          </Box>
          <span className="cv-quiet">+44 ••• •••118</span>
        </DrawnChoice>
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
      <p className={`${classes.under ?? ''} cv-quiet`}>{text}</p>
      <DrawnActions>{action}</DrawnActions>
    </>
  )
}

function Confirmation() {
  const say = useSay()
  return (
    <>
      <DrawnChoice chosen>
        <IconUserCheck size={20} stroke={1.6} aria-hidden />
        <Box component="b" fz={12}>
          M••• L•••••••
        </Box>
        <span className="cv-quiet">{say('Is this you?')}</span>
      </DrawnChoice>
      <p className={`${classes.under ?? ''} cv-quiet`}>{say("You can't undo this. Confirm that this is you.")}</p>
      <DrawnActions>{say('This is me')}</DrawnActions>
    </>
  )
}

function Automatic() {
  const say = useSay()
  return (
    <p className={`${classes.under ?? ''} cv-quiet`}>{say("We're asking your organization if this is your card.")}</p>
  )
}

const Skipped = () => (
  <p className={`${classes.under ?? ''} cv-quiet`}>{t('This step is skipped: no verification is set up.')}</p>
)

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
