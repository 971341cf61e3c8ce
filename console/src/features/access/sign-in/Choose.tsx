import { signIn } from '@claviger/contract/access/sign-in'
import { Button, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import type { Choices } from './code-steps.ts'

export interface ChooseProps {
  from: Choices
  back: () => void
  again: (choices: Choices) => void
  done: (tokens: { accessToken: string; refreshToken: string }) => void
}

/** Choice between several users or workspaces of one email (R19). */
export default function Choose({ from, back, again, done }: ChooseProps) {
  const login = useWrite(signIn.emailLogin, {
    quiet: true,
    done: reply => {
      if (reply.choices) again(reply.choices)
      else if (reply.accessToken && reply.refreshToken)
        done({ accessToken: reply.accessToken, refreshToken: reply.refreshToken })
    },
  })
  return (
    <Stack gap={10}>
      {login.isError && <Notice level="error">{login.error.message}</Notice>}
      <Stack component="ul" gap={8}>
        {from.map(choice => (
          <li key={choice.workspaceId + (choice.userId ?? '')}>
            <UnstyledButton
              className="cv-choice cv-named"
              mih={60}
              w="100%"
              p="10px 14px"
              bdrs={12}
              style={{ gap: 12 }}
              disabled={login.isPending}
              onClick={() =>
                login.mutate({
                  workspaceId: choice.workspaceId,
                  ...(choice.userId === null ? {} : { userId: choice.userId }),
                })
              }
            >
              <WorkspaceIcon name={choice.workspaceName} icon={choice.workspaceIcon} size={32} />
              <Stack component="span" gap={0} flex={1}>
                <strong>{choice.workspaceName}</strong>
                {choice.userName && <span className="cv-muted">{choice.userName}</span>}
              </Stack>
              <IconChevronRight size={18} stroke={1.7} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </Stack>
      <Button variant="subtle" size="lg" onClick={back}>
        {t('Back')}
      </Button>
    </Stack>
  )
}
