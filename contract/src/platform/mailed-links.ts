import * as z from 'zod/mini'

export const link = z.string().check(z.minLength(1), z.maxLength(400))

export const Addressee = z.object({
  person: z.string(),
  workspaceName: z.string(),
  workspaceIcon: z.nullable(z.string()),
})
