import { signIn } from '@claviger/contract/access/sign-in'
import { type CodeMethod, codeMethods, type SignInMethod } from '@claviger/contract/access/sign-in.ways'
import { Button, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t } from '#platform/text/text.ts'
import { Code } from '#platform/ui/fields/Code.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Resend } from '#platform/ui/steps/Resend.tsx'
import type { Choices, SentCode } from './code-steps.ts'

export interface CodeStepProps {
  sent: SentCode
  again: (sent: SentCode) => void
  offered: readonly SignInMethod[]
  back: () => void
  phone: () => void
  choose: (choices: Choices) => void
  /** Leads to the sign-in methods after a refusal that another one can avoid. */
  lead: (unmet: readonly string[]) => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

const instead: Record<CodeMethod, string> = {
  code: msg('Email me a code instead'),
  sms: msg('Text me a code instead'),
  call: msg('Call me with a code instead'),
}

export default function CodeStep({ sent, again, offered, back, phone, choose, lead, done }: CodeStepProps) {
  const password = offered.includes('password')
  const code = offered.some(way => codeMethods.some(one => one === way))
  const others = codeMethods.filter(way => way !== sent.by && offered.includes(way))
  const [byPassword, setByPassword] = useState(!code)
  // A reply with an error is a failure even when its status is 200 (R18)
  const [problem, setProblem] = useState<string | null>(null)
  const another = useWrite(signIn.code)
  const ask = (by: CodeMethod) =>
    another.mutate(
      { by },
      {
        onSuccess: ({ codeSentTo, resendAfter }) => {
          setByPassword(false)
          again({ email: sent.email, by, codeSentTo, resendAfter })
        },
      },
    )
  const holder = useRef<HTMLDivElement>(null)
  const send = () => holder.current?.querySelector('form')?.requestSubmit()
  const goBack = () => {
    void call(signIn.cancel, {}, { quiet: true }).catch(() => undefined)
    back()
  }
  return (
    <Stack gap={10} ref={holder}>
      {problem && <Notice level="error">{problem}</Notice>}
      <Form
        key={String(byPassword)}
        of={signIn.emailLogin}
        size="lg"
        start={byPassword ? { pin: '' } : { code: '' }}
        needed={byPassword ? 'pin' : 'code'}
        refused={({ unmet }) => {
          if (unmet.length > 0) lead(unmet)
          return unmet.length > 0
        }}
        done={reply => {
          if (reply.choices) choose(reply.choices)
          else if (reply.error) setProblem(reply.error.message)
          else if (reply.accessToken && reply.refreshToken)
            done({ accessToken: reply.accessToken, refreshToken: reply.refreshToken })
        }}
      >
        {byPassword ? (
          <Password name="pin" label={t('Password')} autoFocus />
        ) : (
          <Code name="code" label={t('Code')} complete={send} />
        )}
        <Foot save={t('Sign in')} wide />
      </Form>
      {!byPassword && <Resend key={sent.by} of={signIn.code} with={{ by: sent.by }} after={sent.resendAfter} />}
      <Stack gap={4}>
        {others.map(way => (
          <Button
            key={way}
            variant="subtle"
            size="lg"
            loading={another.isPending && another.variables.by === way}
            onClick={() => ask(way)}
          >
            {t(instead[way])}
          </Button>
        ))}
        {offered.includes('phone') && (
          <Button variant="subtle" size="lg" onClick={phone}>
            {t('Approve on my phone')}
          </Button>
        )}
        {password && code && (
          <Button variant="subtle" size="lg" onClick={() => setByPassword(!byPassword)}>
            {byPassword ? t('Use a code instead') : t('Use your password instead')}
          </Button>
        )}
        <Button variant="subtle" size="lg" onClick={goBack}>
          {t('Back')}
        </Button>
      </Stack>
    </Stack>
  )
}
