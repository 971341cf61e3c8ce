import { signIn } from '@claviger/contract/access/sign-in'
import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { keep } from '#platform/data/tokens.ts'
import { msg, t } from '#platform/text/text.ts'
import { Email } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { errandIn } from './sign-in-errand.ts'
import type { SentCode } from './code-steps.ts'
import { useOwnProvider } from './own-provider.ts'

interface EmailFormProps {
  slug: string | null
  /** How the code is sent; null if only a password is used. */
  by: CodeMethod | null
  /** Shown as secondary because another method comes first. */
  plain: boolean
  sent: (code: SentCode) => void
}

const saying: Record<CodeMethod, string> = {
  code: msg('Email me a code'),
  sms: msg('Text me a code'),
  call: msg('Call me with a code'),
}

export function EmailForm({ slug, by, plain, sent }: EmailFormProps) {
  const [start] = useState({ email: errandIn(window.location.search).hint })
  const first = useOwnProvider()
  return (
    <div onSubmitCapture={first}>
      <Form
        of={signIn.emailInitial}
        size="lg"
        start={start}
        fixed={{ ...(slug !== null && { workspace: slug }), ...(by !== null && { by }) }}
        done={(reply, values) => {
          keep('interim', reply.session)
          const { codeSentTo, resendAfter } = reply
          sent({ email: String(values['email']), by: by ?? 'code', codeSentTo, resendAfter })
        }}
      >
        <Email
          name="email"
          label={t('Email')}
          autoComplete="username webauthn"
          placeholder="you@example.com"
          icon={<IconMail size={17} stroke={1.6} aria-hidden />}
        />
        <Foot save={t(by === null ? msg('Continue') : saying[by])} wide plain={plain} />
      </Form>
    </div>
  )
}
