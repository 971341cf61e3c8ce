import { signIn } from '@claviger/contract/access/sign-in'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { keep } from '../../../ground/data/tokens.ts'
import { t } from '../../../ground/text/text.ts'
import { Email } from '../../../ground/ui/fields/Text.tsx'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { errandIn } from './errand.ts'
import type { Sent } from './steps.ts'
import { useOwnProvider } from './through.ts'

interface EmailFormProps {
  slug: string | null
  /** A code is mailed; else only a password is asked for. */
  code: boolean
  /** Another way in comes first. */
  plain: boolean
  sent: (code: Sent) => void
}

/** Who signs in, by their address: for a code or a password. */
export function EmailForm({ slug, code, plain, sent }: EmailFormProps) {
  const [start] = useState({ email: errandIn(window.location.search).hint })
  const first = useOwnProvider()
  return (
    <div onSubmitCapture={first}>
      <Form
        of={signIn.emailInitial}
        size="lg"
        start={start}
        fixed={slug === null ? {} : { workspace: slug }}
        done={(reply, values) => {
          keep('interim', reply.session)
          sent({ email: String(values['email']), codeSentTo: reply.codeSentTo, resendAfter: reply.resendAfter })
        }}
      >
        <Email
          name="email"
          label={t('Email')}
          autoComplete="username webauthn"
          placeholder="you@example.com"
          icon={<IconMail size={17} stroke={1.6} aria-hidden />}
        />
        <Foot save={code ? t('Email me a code') : t('Continue')} wide plain={plain} />
      </Form>
    </div>
  )
}
