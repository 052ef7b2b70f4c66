import { expect, test } from 'vitest';
import { answerOf, answersOf, choose, chooseOther, NO_CHOICE, NONE_OF_THESE } from './choice';

const options = ['Red', 'Green', 'Blue'].map((label) => ({ label, description: '' }));
const one = { question: 'Which?', header: 'Colour', multi_select: false, options };
const many = { question: 'Which ones?', header: 'Colours', multi_select: true, options };

test('one of several: the last choice counts', () => {
  const choice = choose(choose(NO_CHOICE, one, 'Red'), one, 'Blue');
  expect(answerOf(one, choice)).toBe('Blue');
  expect(answerOf(one, { ...chooseOther(choice, one), other: ' Mauve ' })).toBe('Mauve');
});

test('several: as they were offered, with own words last', () => {
  let choice = choose(choose(NO_CHOICE, many, 'Blue'), many, 'Red');
  expect(answerOf(many, choice)).toEqual(['Red', 'Blue']);
  choice = choose(choice, many, 'Blue');
  expect(answerOf(many, { ...chooseOther(choice, many), other: 'Mauve' })).toEqual(['Red', 'Mauve']);
});

test('several: none of these is an answer too, and only alone', () => {
  const none = choose(choose(NO_CHOICE, many, 'Red'), many, NONE_OF_THESE);
  expect(answerOf(many, none)).toEqual(['None of these']);
  expect(answerOf(many, choose(none, many, 'Blue'))).toEqual(['Blue']);
  expect(answerOf(many, choose(none, many, NONE_OF_THESE))).toBeNull();
  expect(chooseOther(none, many).labels).toEqual([]);
});

test('own words that are empty are no answer', () => {
  expect(answerOf(one, chooseOther(NO_CHOICE, one))).toBeNull();
  expect(answerOf(many, chooseOther(choose(NO_CHOICE, many, 'Red'), many))).toBeNull();
});

test('there are answers when there is one to each question', () => {
  const red = choose(NO_CHOICE, one, 'Red');
  expect(answersOf([one, many], [red])).toBeNull();
  expect(answersOf([one, many], [red, choose(NO_CHOICE, many, 'Green')])).toEqual({
    'Which?': 'Red',
    'Which ones?': ['Green'],
  });
});
