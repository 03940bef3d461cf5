interface Answer {
  question: { questionId: string }
}

/**
 * Groups consecutive posts on one question, each group in the order of writing.
 * @param posts newest first
 */
export function answersOf<Post extends Answer>(posts: readonly Post[]): [Post, ...Post[]][] {
  const answers: [Post, ...Post[]][] = []
  for (const post of posts) {
    const last = answers.at(-1)
    if (last?.[0].question.questionId === post.question.questionId) last.unshift(post)
    else answers.push([post])
  }
  return answers
}
