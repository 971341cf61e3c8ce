import * as z from 'zod/mini'

/** What a mailed link carries. */
export const link = z.string().check(z.minLength(1), z.maxLength(400))

/** Whom a mailed link speaks to, and in the name of which workspace. */
export const Addressee = z.object({
  person: z.string(),
  workspaceName: z.string(),
  workspaceIcon: z.nullable(z.string()),
})
