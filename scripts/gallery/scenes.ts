import { accountScenes } from './account-scenes.ts'
import { dialogScenes } from './dialog-scenes.ts'
import { moderationScenes } from './moderation-scenes.ts'
import { operatorScenes } from './operator-scenes.ts'
import { postingScenes } from './posting-scenes.ts'
import { questionDeskScenes } from './question-desk-scenes.ts'
import { readingScenes } from './reading-scenes.ts'
import type { Scene } from './stage.ts'
import { translationScenes } from './translation-scenes.ts'

/** By name, in the order of the gallery; scenes that change the day's posts come last. */
export const scenes: Record<string, Scene> = {
  ...translationScenes,
  ...readingScenes,
  ...accountScenes,
  ...dialogScenes,
  ...postingScenes,
  ...moderationScenes,
  ...operatorScenes,
  ...questionDeskScenes,
}
