import { expect, it } from "vitest";
import { lessonNow } from "../src/lib/guide";

const lesson = (id: string, prompt: string) => ({
  id,
  when: (now: { prompt: string }) => now.prompt === prompt,
  title: id,
  text: "",
});
const LESSONS = [lesson("sea", "Look."), lesson("card", "Choose."), lesson("trick", "Choose.")];
const at = (prompt: string) => ({ view: null, offers: [], happened: [], prompt, over: false });

it("gives each lesson once, when its time has come, in their order", () => {
  expect(lessonNow(LESSONS, [], at("Choose."))?.id).toBe("card");
  expect(lessonNow(LESSONS, ["card"], at("Choose."))?.id).toBe("trick");
  expect(lessonNow(LESSONS, ["card", "trick"], at("Choose."))).toBe(null);
  expect(lessonNow(LESSONS, ["card"], at("Look."))?.id).toBe("sea");
});
