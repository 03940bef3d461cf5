import { stored } from '../api/storage.ts'

/** Whether the person has muted somebody (`docs/product.md#mute`): this browser keeps the ids with blanks between. */
export const isMuted = (userId: string): boolean => ` ${stored('Muted')} `.includes(` ${userId} `)
